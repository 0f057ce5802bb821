#!/bin/bash
#SBATCH --nodes=1 --ntasks=1
#SBATCH hetjob
#SBATCH --partition=gpu,long
#SBATCH --licenses=matlab:1
#SBATCH --begin=22:00
srun ./a.out : ./b.out
