-- What the role that serves (:app) may do: this, and nothing else. The owner applies it after the migrations at every
-- start, so a new table needs a line here. `select for update` needs the right to update.
do $$ begin
  execute format('revoke create, temporary on database %I from public', current_database());
end $$;
revoke all on all tables in schema public from :app;
revoke all on all sequences in schema public from :app;
revoke all on schema public from :app;
grant usage on schema public to :app;

-- Only read
grant select on
  account_kinds, balance_gifts, batch_figures, batch_standings, booked_top_ups, brand_words, carted_cards,
  claimed_lines, confirmed_states, file_arrivals, former_data_keys, given_lines, keyrings, labelled_outflows, line_orders, lots_left,
  net_outflows, numbered_deposits, numbered_orders, order_costs, order_rests, owed_kinds, preorder_reserves, push_browsers,
  received_outputs, recipients, referring_tickets, rows_to_seal, schema_migrations, schema_rules, sealings, second_factors,
  seller_balances, seller_payments, sold_cards, spending_bars, staff_on_duty, stock_states, stock_totals,
  ticket_words, transfer_kinds, used_rates
to :app;

-- decision_gate is for triggers alone: a function of the owner reads it.

-- Append-only
grant select, insert on
  account_charts, account_numbers, audit_chain, balance_adjustments, bank_statements, confirmations, debt_settlements,
  decision_signatures, derived_keys, hold_decisions, invoices, issuer_answers, issuer_reports, ledger_accounts, ledger_chain,
  ledger_closings, ledger_days, month_sums, operator_versions, outflow_labels, programme_suspensions, proposal_approvals, published_sums,
  quarantine_decisions, sale_days, seller_contacts, seller_destinations, seller_nights, shared_keys, tax_rates
to :app;
-- Their texts are only ever emptied.
grant select, insert, update (body) on ticket_notes to :app;
grant select, insert, update (comment) on ticket_ratings to :app;
grant select, insert, update (name) on withdrawals to :app;
grant select, insert, update (fields) on content_versions to :app;
-- The database gives the numbers: one far ahead would keep every later entry out of the audit chain.
grant select, insert (at, actor_id, action, subject, address, details) on audit_entries to :app;
grant select, insert (debit_account_id, credit_account_id, amount_cents, kind, reference, unique_key) on ledger_transfers
to :app;

grant select, update on branding, desk_settings to :app;
grant select, insert, delete on logo_files to :app;

-- The ledger's triggers write it; this column only for locking, and a trigger refuses to change it.
grant select, update (account_id) on ledger_balances to :app;

-- Kept for good, but they change
grant select, insert, update on
  account_waits, alerts, batches, chain_cursors, column_matches, daily_figures, desk_figures, event_counters, imports, issuer_checks,
  programme_statistics, rate_jumps, retention_periods, retention_runs, sanctions_lists, seller_waits, support_categories,
  text_scans, ticket_comments
to :app;

-- Role, duties and tier come from functions of the owner, which want a decision.
grant select, insert (username, email, password_hash, terms_accepted_at, created_at),
  update (username, email, email_verified_at, password_hash, terms_accepted_at, activated_at, disabled_at, erased_at,
    display_name, locale, time_zone, theme, country, shortcuts,
    second_factor, mac)
on users to :app;

-- Kept for good, and only these columns change: an address, a sealed code or what was approved stays as it is.
grant select, insert,
  update (state, quarantine_id, issuer_confirmed, confirmation_id, price_cents, discount_bp, unusable_at, undone,
    canary)
on cards to :app;
grant select, insert, update (paid_at, refused_at) on deposit_addresses to :app;
-- Who bought what for how much, and who paid what, stay as they are.
grant select, insert, update (status, refunded_cents) on orders to :app;
grant select, insert,
  update (state, consent_at, consent_version, revealed_at, returned_at, guarantee_ends_at, guarantee_paused_seconds,
    guarantee_reminded_at, used_at, note, expiry_notified_at)
on order_lines to :app;
grant select, insert,
  update (height, hash, gone_at, senders, required_depth, state, hold_reason, generation, confirmed_at, credited_at,
    credited_cents, credited_units, locked_cents, locked_units, rate_id, screening, screened_at, screened_list_id, mac)
on deposits to :app;
-- The database gives the ids of these three: one that was deleted doesn't come back with the MAC that it had.
grant select,
  insert (deposit_id, generation, locked_units, locked_cents, current_units, current_cents, rate_id, at),
  update (reversed_at, mac)
on deposit_credits to :app;
grant select, insert (coin, key, height, amount_units, txid, at, rate_id), delete, update (mac) on outflows to :app;
grant select, insert (coin, name, kind, source, created_by, created_at), update (state, mac) on cold_wallets to :app;
grant select, insert (wallet_id, at, height, hash, units), update (mac) on cold_wallet_balances to :app;
grant select, insert (coin, txid), update (mined_at, fee_units, paid, read_at, mac) on outflow_transactions to :app;
grant select, insert (coin, key, txid, amount_units, spends, payment_id, first_seen_at, last_seen_at), delete,
  update (spends, payment_id, first_seen_at, last_seen_at, deposit_id, gone_at, mac)
on seen_hints to :app;
grant select, insert, update (expires_at, mac) on payments to :app;
-- The database gives their ids: a rate that was deleted doesn't come back with its MAC as the newest.
grant select, insert (coin, usd_e8, sources, at, jump_id), delete, update (mac) on rate_samples to :app;
grant select, insert (currency, usd_e9, sources, at, jump_id), delete, update (mac) on fiat_samples to :app;
-- The database gives their ids: one that was deleted doesn't come back unopened, with its seal.
grant select, insert (line_id, user_id, message, giver, design, mailed, email, created_at, send_at, expires_at), delete,
  update (message, giver, email, opened_at, saved_at, withdrawn_at, mac)
on gifts to :app;
grant select, insert, update (height, hash, min_depth, senders, deposit_id, mac) on unclaimed_deposits to :app;
grant select, insert (coin, key, txid, n, amount_units, height, hash), update (height, hash, mac) on change_outputs to :app;
-- The database gives their ids, and none is deleted: dust that was credited in a sum doesn't come back for the next one.
grant select,
  insert (coin, txid, n, key, user_id, payment_id, amount_units, output_ns, output_units, senders, min_depth, first_seen_at,
    height, hash),
  update (height, hash, deposit_id, mac)
on dust_deposits to :app;
grant select, insert, update (removed_at, delivered_at, failed_at, failure, mac) on alert_receivers to :app;
grant select, insert, update (lifted_at) on spending_blocks to :app;
grant select, insert, update (granted_at, proposal_id) on tier_checks to :app;
grant select, insert, update (next_index, xpub_hash, fingerprint) on xpub_accounts to :app;
grant select, insert, update (state, brand_id) on programmes to :app;
-- The decision of a proposal writes the rest: a version takes effect, and a key is valid, once two people approved it.
grant select, insert (id, programme_id, number, facts, proposed_at) on programme_versions to :app;
grant select, insert (id, programme_id, public_key, valid_from, replaces, proposed_at),
  update (revoked_at, revoked_by, revoke_reason) on issuer_keys to :app;
grant select, insert, update (ended_at) on issuer_outages to :app;
grant select, insert, update (outcome, checked_at) on issuer_key_checks to :app;
grant select, insert, update (found_at) on pasted_codes to :app;
grant select, update on pasted_code_search to :app;
grant select, insert (kind, nightly, started_at, stepped_at),
  update (stepped_at, ended_at, given_up, pieces, done, total, place, problems, named, mac) on verifications to :app;
grant select, insert (line_id, reason, note, state, made_at),
  update (note, state, answer_id, ticket_id, decided_at, refund_cents) on claims to :app;
-- Every proposal begins open, so that no decision passes by the triggers that judge it.
grant select, insert (kind, subject, facts, proposer_id, reason, proposed_at),
  update (decision, decider_id, decision_reason, decided_at, decider_session_id, decider_factor, mac, gate) on proposals to :app;

-- Terms at the sale, the amount of a payout and where it goes stay as they are.
grant select, insert,
  update (state, due_at, available_at, reserve_cents, reserve_due_at, reserve_released_at, reversed_at, charged_cents)
on seller_lines to :app;
grant select, insert,
  update (state, reference, sent_currency, sent_units, fee_units, sent_usd_e9, paid_by, paid_at, failed_at, booked_on,
    mac)
on seller_payouts to :app;
grant select, insert, update (state, payout_id, how, decided_by, decided_at, note) on bank_entries to :app;
grant select, insert, update (state, txid, paid_by, paid_at, ended_at, mac) on top_up_returns to :app;
grant select, insert, delete on account_closings to :app;
grant select, insert,
  update (state, commission_bp, returns_borne_by, reserve_bp, reserve_days, minimum_payout_cents, user_id, owners, screened_list_id)
on sellers to :app;

-- What was ordered, and its price, stay as they are.
grant select, insert,
  update (state, filled, spent_cents, queued_at, skip_reason, skipped_at, retry_at, ended_at, end_reason)
on preorders to :app;
grant select, insert, update (mail_id) on preorder_fills to :app;
grant select, insert, delete on preorder_allotments to :app;
-- What was asked for stays as it is, and so does the row: one that was deleted would come back with the MAC that it had.
grant select, insert, update (state, ended_at, ended_why, order_id, mac) on waiting_purchases to :app;

grant select, insert, update (found_at, removed_at, removal_error) on backups to :app;
grant select, insert on backup_drills to :app;
grant select on scrubs to :app;
grant select, insert, update (ended_at) on maintenance_windows to :app;
grant select, insert (month, transfers, last_transfer_id, last_link, closed_at), update (reopened_at) on month_closings to :app;

-- Their sums are kept by a trigger that knows no deletion.
grant select, insert, update on batch_stock to :app;

-- Written once and removed when old
grant select, insert, delete on
  import_chunks, import_errors, mailbox, notice_readings, passkey_challenges, returned_cards, sum_chunks,
  embargoed_countries, sanctioned_keys, sanctioned_names,
  terms_acceptances, ticket_mails
to :app;

-- Changed and removed
grant select, insert, update, delete on
  account_links, batch_stock_changes, brand_categories, brand_slugs, brands, canned_answers, card_lot_departures, card_lots,
  cart_items, chain_blocks,
  device_codes, events, faqs, idempotency_keys, identities, legal_texts, linked_accounts, news,
  news_feeds, news_readings, notices, notification_settings, notifications, price_days,
  programme_drafts, programme_moments, programme_offer_changes, programme_offers, push_keys, push_subscriptions, quarantines,
  throttles, ticket_changes, ticket_links,
  ticket_presence, ticket_search, ticket_views, tickets, tier_requests, totp_secrets, worker_loops
to :app;

-- Whose they are, and what they stand for, stays as it is. What may change carries a MAC. The database gives their ids and
-- revisions: none that was deleted comes back with the MAC that it had.
grant select, insert (user_id, token_hash, user_agent, created_at, last_used_at), delete,
  update (user_agent, last_used_at, trusted_at, mac)
on devices to :app;
grant select, insert (user_id, purpose, email, old_email, old_email_confirmed, created_at, expires_at), delete,
  update (used_at, stopped_at, expires_at, mac)
on email_tokens to :app;
grant select, insert (user_id, credential_id, public_key, counter, transports, name, created_at), delete,
  update (name, counter, last_used_at, mac)
on passkeys to :app;
grant select,
  insert (user_id, token_hash, user_agent, address, created_at, last_used_at, expires_at, device_id, confirmed_at, confirmed_by),
  delete, update (token_hash, address, last_used_at, confirmed_at, confirmed_by, mac)
on sessions to :app;
grant select, insert (user_id, code_mac), delete, update (used_at) on recovery_codes to :app;

grant usage on sequence claim_numbers, order_numbers to :app;

-- Queued jobs: the library expects to own its tables, and shields them from everybody else by row security.
do $$
declare shielded regclass;
begin
  for shielded in select oid from pg_class
    where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and relrowsecurity loop
    execute format('alter table %s disable row level security', shielded);
  end loop;
end $$;
grant usage on schema graphile_worker to :app;
grant select, insert, update, delete on all tables in schema graphile_worker to :app;
grant usage on all sequences in schema graphile_worker to :app;
