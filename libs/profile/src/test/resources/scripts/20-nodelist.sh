#!/bin/bash
#SBATCH -w gpu-03,gpu-04
#SBATCH -x gpu-09
#SBATCH -C "a100&nvlink"
#SBATCH --reservation=course
#SBATCH --nice=100
#SBATCH --gres=gpu:1
#SBATCH -t 30
nvidia-smi
