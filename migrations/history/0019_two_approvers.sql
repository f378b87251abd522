-- A programme takes two approvers besides its proposer: the first approval is kept until the second decides.

create table proposal_approvals (
  proposal_id uuid not null references proposals (id),
  approver_id uuid not null references users (id),
  at timestamptz not null,
  primary key (proposal_id, approver_id)
);
comment on table proposal_approvals is 'Approvals that came before the deciding one, where a kind takes two.';
create trigger proposal_approvals_append_only before update or delete on proposal_approvals
  for each row execute function refuse_change();
create trigger proposal_approvals_no_truncate before truncate on proposal_approvals
  for each statement execute function refuse_change();

create function refuse_own_approval() returns trigger language plpgsql as $$
begin
  if exists (select from proposals where id = new.proposal_id and (proposer_id = new.approver_id or decision is not null)) then
    raise exception 'proposal % is decided, or was made by its approver', new.proposal_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger proposal_approvals_by_others before insert on proposal_approvals
  for each row execute function refuse_own_approval();

create function require_two_approvers() returns trigger language plpgsql as $$
begin
  if not exists (select from proposal_approvals where proposal_id = new.id and approver_id <> new.decider_id) then
    raise exception 'proposal % takes two approvers', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger proposals_two_approvers before update on proposals
  for each row when (new.kind = 'programme.approval' and new.decision = 'approved') execute function require_two_approvers();
