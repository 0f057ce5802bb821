#!/bin/bash
#SBATCH --time=10
#SBATCH --nodes=4
#SBATCH --time=20
#SBATCH -N 1
hostname
