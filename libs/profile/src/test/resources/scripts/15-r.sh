#!/bin/bash
#SBATCH --job-name=bootstrap
#SBATCH --cpus-per-task 16
#SBATCH --mem 24G
#SBATCH --time 3:00:00

export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
Rscript --vanilla bootstrap.R 1000
