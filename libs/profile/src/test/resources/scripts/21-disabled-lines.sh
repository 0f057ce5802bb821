#!/bin/bash
##SBATCH --nodes=8
# SBATCH --nodes=4
#SBATCH --nodes=2
#sbatch --time=5
#PBS -l walltime=1:00:00
#
#SBATCH --gres=gpu:1
echo start
#SBATCH --time=10
