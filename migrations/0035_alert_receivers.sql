-- Servers that are told of alerts beside the approvers' mails.
create table alert_receivers (
  id uuid default uuidv7() primary key,
  name text not null check (char_length(name) between 1 and 60),
  form text not null check (form in ('json', 'slack', 'pagerduty', 'alertmanager')),
  severity text not null check (severity in ('info', 'warning', 'critical')),
  host text not null,
  data_key bytea not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  created_by uuid not null references users,
  removed_at timestamp with time zone,
  delivered_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text
);
comment on table alert_receivers is 'Servers that are told of alerts: a webhook, Slack, PagerDuty or Alertmanager.';
comment on column alert_receivers.severity is 'From which severity on it is told.';
comment on column alert_receivers.sealed is 'Address and secret, which nobody is shown again.';
comment on column alert_receivers.failure is 'What came of the last delivery, if it failed: a status, or why there was no answer.';
