-- What the MAC of a row covers: address and secret are sealed by the vault under the row's id.
create or replace function sealed_facts(r alert_receivers) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.name, r.form, r.severity, r.host, micros(r.created_at), r.created_by,
    micros(r.removed_at)), r.revision);

create or replace trigger alert_receivers_revision before update of mac, revision on alert_receivers
  for each row execute function raise_revision();
create or replace trigger alert_receivers_kept before delete on alert_receivers for each row execute function refuse_change();
create or replace trigger alert_receivers_no_truncate before truncate on alert_receivers
  for each statement execute function refuse_change();
