-- Expiry and fees of a programme in other languages, as its redemption has them; the columns beside them have the first one.
alter table programmes
  add column expiry_translations jsonb not null default '{}',
  add column fee_translations jsonb not null default '{}';
update programme_versions set facts = facts || '{"expiry_translations": {}, "fee_translations": {}}';
create function apply_programme_terms() returns trigger language plpgsql as $$
begin
  update programmes set expiry_translations = coalesce(new.facts -> 'expiry_translations', '{}'),
    fee_translations = coalesce(new.facts -> 'fee_translations', '{}')
  where id = new.programme_id;
  return null;
end $$;
create trigger programme_versions_terms after update of state on programme_versions
  for each row when (new.state = 'active') execute function apply_programme_terms();
