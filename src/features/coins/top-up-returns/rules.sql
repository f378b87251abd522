-- States of a return of a top-up, and what follows each.
create or replace function top_up_return_may_become(before text, after text) returns boolean language sql immutable return (before, after) in (
  ('asked', 'approved'), ('asked', 'rejected'), ('asked', 'withdrawn'), ('approved', 'paid'), ('approved', 'failed'),
  ('paid', 'reversed'));

create or replace trigger top_up_returns_approved before insert or update of state on top_up_returns
  for each row when (new.state in ('approved', 'paid', 'failed', 'reversed')) execute function refuse_unapproved('top_up_return.approval');
create or replace trigger top_up_returns_kept before delete on top_up_returns for each row execute function refuse_change();
create or replace trigger top_up_returns_transition before update of state on top_up_returns
  for each row when (old.state <> new.state and not top_up_return_may_become(old.state, new.state)) execute function refuse_transition();
