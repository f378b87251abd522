-- A later suspension by hand doesn't end what a rule suspended: every suspension by a rule takes two people.
create or replace function refuse_programme_state() returns trigger language plpgsql as $$
declare
  was text := case when tg_op = 'UPDATE' then old.state else 'proposed' end;
  stopped programme_suspensions;
begin
  if was = new.state then return new; end if;
  if not (was, new.state) in (('proposed', 'active'), ('proposed', 'rejected'), ('proposed', 'withdrawn'),
    ('active', 'suspended'), ('active', 'retired'), ('suspended', 'active'), ('suspended', 'retired')) then
    raise exception 'programme % can''t be % after %', new.id, new.state, was using errcode = 'check_violation';
  end if;
  if new.state in ('active', 'suspended') and not exists (
    select from proposals where kind = 'programme.approval' and subject = new.id and decision = 'approved'
  ) then
    raise exception 'programme % was not approved by somebody else', new.id using errcode = 'check_violation';
  end if;
  if was = 'suspended' and new.state = 'active' then
    select * into stopped from programme_suspensions s where programme_id = new.id and rule is not null and not exists (
      select from proposals where kind = 'programme.resume' and subject = new.id and decision = 'approved'
        and facts ->> 'suspension_id' = s.id::text
    ) order by id desc limit 1;
    if stopped.id is not null then
      raise exception 'programme % was suspended by %, and takes two people to resume', new.id, stopped.rule
        using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
