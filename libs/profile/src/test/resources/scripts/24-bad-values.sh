#!/bin/bash
#SBATCH --nodes=two
#SBATCH --time=soon
#SBATCH --mem=lots
#SBATCH --gres=gpu:3
#SBATCH --ntasks
#SBATCH -N=2
#SBATCH --job-name="never ends
python main.py
