#!/bin/sh
# The role that owns the shop's tables and the one that serves; PostgreSQL's image runs this once, on an empty database.
set -eu
psql --set=ON_ERROR_STOP=1 --set=owner="$OWNER_PASSWORD" --set=app="$APP_PASSWORD" --username=postgres <<'SQL'
create role facevalue_owner login password :'owner';
create role facevalue_app login password :'app';
create database facevalue owner facevalue_owner;
SQL
