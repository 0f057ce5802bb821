#!/bin/bash
#SBATCH --account=physics
#SBATCH --qos=normal
#SBATCH --time=30
#SBATCH --ntasks=16
#SBATCH --mem-per-cpu=2000M

module purge
module load gcc/12 openmpi/4.1
mpirun -np $SLURM_NTASKS ./lattice input.in
