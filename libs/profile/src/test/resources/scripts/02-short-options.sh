#!/bin/bash
#SBATCH -N 2
#SBATCH -n 8
#SBATCH -c 4
#SBATCH -p a100
#SBATCH -t 1-12:00:00
#SBATCH -J short
#SBATCH -o out.txt -e err.txt
#SBATCH -A vision
#SBATCH -G 8

srun python train.py
