#!/bin/sh
# The role that owns the shop's tables and the one that serves; PostgreSQL's image runs this once, on an empty database.
set -eu
# Passwords by the environment: a command line is open to every user of the machine.
psql --set=ON_ERROR_STOP=1 --username=postgres <<'SQL'
\getenv owner OWNER_PASSWORD
\getenv app APP_PASSWORD
create role facevalue_owner login password :'owner';
create role facevalue_app login password :'app';
create database facevalue owner facevalue_owner;
SQL
