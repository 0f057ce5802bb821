#!/bin/sh
#SBATCH -N1 -n4 -c2
#SBATCH -t90 -Jglued
#SBATCH -G2
./run.sh
