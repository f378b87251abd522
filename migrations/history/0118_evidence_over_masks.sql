-- What IG-24 found goes on under another mask: otherwise a new one before each file would let any number of card numbers in.
create or replace function apply_programme_version(version programme_versions) returns void language plpgsql as $$
declare
  of_before programmes;
  facts programmes;
begin
  select * into strict of_before from programmes where id = version.programme_id for update;
  facts := jsonb_populate_record(of_before, version.facts);
  if (facts.currency, facts.voucher_kind) is distinct from (of_before.currency, of_before.voucher_kind)
    and exists (select from batches where programme_id = of_before.id) then
    raise exception 'programme % has batches: its currency and kind of voucher stay', of_before.id using errcode = 'check_violation';
  end if;
  update programmes set
    (name, issuer_name, issuer_country, registration_ref, terms_url, network, country, other_countries, currency, level,
      prefix, code_format, face_values_cents, face_range, voucher_kind, expiry_policy, guarantee_hours, fee_text, funds,
      redemption_text, redemption_translations, price_rule, evidence_ref, evidence_sha256, adapter_url, adapter_data_key,
      adapter_secret, color_from, color_to, motif)
    = (select facts.name, facts.issuer_name, facts.issuer_country, facts.registration_ref, facts.terms_url, facts.network,
      facts.country, facts.other_countries, facts.currency, facts.level, facts.prefix, facts.code_format,
      facts.face_values_cents, facts.face_range, facts.voucher_kind, facts.expiry_policy, facts.guarantee_hours,
      facts.fee_text, facts.funds, facts.redemption_text, facts.redemption_translations, facts.price_rule,
      facts.evidence_ref, facts.evidence_sha256, facts.adapter_url, facts.adapter_data_key, facts.adapter_secret,
      facts.color_from, facts.color_to, facts.motif)
  where id = of_before.id;
end $$;
