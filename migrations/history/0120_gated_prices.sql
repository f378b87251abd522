-- Whoever served could price an unsold card at a cent and buy it. Prices change in a transaction that the shop opened the gate in:
-- the key is the decisions', which the role that serves can't read, and what it makes fits one batch in one transaction.
create function refuse_ungated_price() returns trigger language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
begin
  if not session_owns(tg_relid) and not exists (
    select from decision_gate g where current_setting('facevalue.price_gate', true) = encode(sha256(g.outer_key || sha256(g.inner_key
      || convert_to(tg_table_name || ':prices of ' || old.batch_id || ' in ' || pg_current_xact_id(), 'UTF8'))), 'hex')
  ) then
    raise exception 'nobody changed the price of card % through the shop', old.id
      using errcode = 'check_violation', constraint = 'cards_price_gated';
  end if;
  return new;
end $$;
create trigger cards_price_gated before update of price_cents, discount_bp on cards
  for each row when ((old.price_cents, old.discount_bp) is distinct from (new.price_cents, new.discount_bp))
  execute function refuse_ungated_price();
