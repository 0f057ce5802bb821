#!/bin/bash
#SBATCH --chdir="/home/alice/your project"
#SBATCH -D "/home/alice/my project"
#SBATCH --export=ALL,DATA_DIR=/data/imagenet,SEED=7
#SBATCH --time=1h
ls "$DATA_DIR"
