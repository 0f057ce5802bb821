#!/bin/bash
#SBATCH -n 1 -c 12 -t 0-06
#SBATCH --threads-per-core=1
#SBATCH --cpu-bind=cores
#SBATCH --exclusive
OMP_NUM_THREADS=${SLURM_CPUS_PER_TASK:-1} ./md.x < in.lj > out.lj
