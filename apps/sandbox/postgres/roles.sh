#!/bin/sh
# PostgreSQL's image runs this once, when it makes its data folder.
set -e
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set owner_password="$OWNER_PASSWORD" --set app_password="$APP_PASSWORD" --file /etc/sixpence/roles.sql
