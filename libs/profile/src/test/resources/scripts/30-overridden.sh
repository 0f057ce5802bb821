#!/bin/bash
#SBATCH --nodes=4
#SBATCH --gres=gpu:8
#SBATCH --mem-per-gpu=64G
#SBATCH --time=24:00:00
#SBATCH -p long
python train.py "$@"
