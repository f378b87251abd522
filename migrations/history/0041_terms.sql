-- Whether somebody accepted the terms before the version that is in force.
create function terms_pending(reader users, at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from legal_text_in_force('terms', coalesce(reader.locale, 'en'), at) t
    where t.published_at > coalesce(reader.terms_accepted_at, '-infinity'))
$$;
