#!/bin/bash
#SBATCH --mail-type=BEGIN,END,FAIL
#SBATCH --mail-user=alice@campus.example
#SBATCH --gres=gpu:rtx3090:1
#SBATCH --time=1:00:00
#SBATCH --comment="first try"
python main.py
