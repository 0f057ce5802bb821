#!/bin/bash
#SBATCH --job_name=typo
#SBATCH --node=2
#SBATCH --gpu=1
#SBATCH --cpu-per-task=4
#SBATCH -Z 3
#SBATCH nodes=2
#SBATCH time 10
python main.py
