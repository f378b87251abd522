-- What a role that serves without the master key (:app) may not do of what grants.sql gives: read what is sealed, or write where
-- the process with the master key alone does, as for the cards of an import, an address or the audit chain.
do $$
declare sealed record;
declare others text;
begin
  for sealed in select * from (values
    ('batches', array['data_key']),
    ('cards', array['sealed', 'blind_index']),
    ('import_chunks', array['sealed']),
    ('imports', array['data_key']),
    ('issuer_answers', array['sealed']),
    ('programme_statistics', array['data_key', 'sealed']),
    ('push_keys', array['data_key', 'sealed_private_key']),
    ('alert_receivers', array['data_key', 'sealed']),
    ('push_subscriptions', array['sealed']),
    ('seller_destinations', array['sealed']),
    ('sellers', array['data_key', 'tax_id']),
    ('totp_secrets', array['data_key', 'sealed'])
  ) as each (name, columns) loop
    select string_agg(quote_ident(attname), ', ') into others from pg_attribute
    where attrelid = sealed.name::regclass and attnum > 0 and not attisdropped and attname <> all (sealed.columns);
    execute format('revoke select, insert on %I from :app', sealed.name);
    execute format('grant select (%s) on %I to :app', others, sealed.name);
  end loop;
end $$;
revoke insert on
  audit_chain, change_outputs, deposit_addresses, derived_keys, dust_deposits, ledger_chain, outflows, payments, programmes, published_sums, seen_hints,
  sum_chunks
from :app;
revoke insert, update on xpub_accounts from :app;
