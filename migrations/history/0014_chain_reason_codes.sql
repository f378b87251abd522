-- Why a chain is paused is a code with facts; its sentence stands in the catalogues. The watcher names the reason of a chain
-- that is paused now at its next round.
alter table chain_cursors
  add column reason_code text check (reason_code in (
    'starting', 'node_syncing', 'node_stale', 'node_behind', 'catching_up',
    'node_unreachable', 'node_timeout', 'node_unauthorised', 'node_busy', 'node_warming_up', 'node_too_large', 'node_bad_reply', 'node_rpc',
    'not_development', 'key_of_test', 'key_of_main', 'foreign_genesis', 'chain_replaced',
    'deep_reorganisation', 'balance_short')),
  add column reason_facts jsonb not null default '{}' check (jsonb_typeof(reason_facts) = 'object');
alter table chain_cursors drop constraint chain_cursors_check;
update chain_cursors set reason_code = 'starting' where state = 'paused';
alter table chain_cursors drop column reason;
alter table chain_cursors
  add constraint chain_cursors_paused_for check ((state = 'paused') = (reason_code is not null)),
  add constraint chain_cursors_facts_of check (reason_code is not null or reason_facts = '{}');

-- Both sentences with which a chain ever halted.
update alerts set details = case
    when details ->> 'reason' like 'a reorganisation%' then jsonb_build_object(
      'reason', 'deep_reorganisation', 'height', substring(details ->> 'reason' from '\d+$')::bigint)
    else jsonb_build_object('reason', 'balance_short', 'address', substring(details ->> 'reason' from 'address (\S+)'))
  end
where kind = 'chain.halted';
