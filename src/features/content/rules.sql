-- The version that a reader of a language gets: the newest in that language, else the newest in any.
create or replace function legal_text_in_force(of_kind text, reader_locale text, at timestamptz) returns setof legal_texts
language sql stable as $$
  select * from legal_texts where kind = of_kind and published_at <= at
  order by (locale = split_part(reader_locale, '-', 1)) desc nulls last, published_at desc, id desc limit 1
$$;

-- Whether somebody accepted the terms before the version that is in force.
create or replace function terms_pending(reader users, at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from legal_text_in_force('terms', coalesce(reader.locale, 'en'), at) t
    where t.published_at > coalesce(reader.terms_accepted_at, '-infinity'))
$$;

-- What somebody accepted stays as it was.
create or replace function keep_accepted_text() returns trigger language plpgsql as $$
begin
  if exists (select from terms_acceptances where text_id = old.id) then
    raise exception 'legal text % was accepted and stays as it is', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger legal_texts_kept before update of kind, locale, content, published_at on legal_texts
  for each row execute function keep_accepted_text();

-- Texts with the same series are versions of one another.
create or replace function series_of(saved jsonb) returns text language sql immutable as $$
  select coalesce((saved ->> 'kind') || '/' || (saved ->> 'locale'), saved ->> 'id')
$$;

-- A text without what changes at every save.
create or replace function fields_of(saved jsonb) returns jsonb language sql immutable as $$
  select saved - '{id,created_at,updated_at,saved_by}'::text[]
$$;

-- Each saved text is kept as a version, with who saved it.
create or replace function keep_content_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and fields_of(to_jsonb(new)) = fields_of(to_jsonb(old)) then return null; end if;
  insert into content_versions (kind, text_id, series, fields, saved_by, saved_at)
  values (tg_table_name, new.id, series_of(to_jsonb(new)), fields_of(to_jsonb(new)), new.saved_by, new.updated_at);
  return null;
end $$;
create or replace trigger faqs_versions after insert or update on faqs for each row execute function keep_content_version();
create or replace trigger legal_texts_versions after insert or update on legal_texts
  for each row execute function keep_content_version();
create or replace trigger news_versions after insert or update on news for each row execute function keep_content_version();
create or replace trigger notices_versions after insert or update on notices for each row execute function keep_content_version();

-- The texts of an earlier version can be emptied, and nothing else of it ever changes.
create or replace function refuse_rewritten_version() returns trigger language plpgsql as $$
declare texts constant text[] := '{answer,content,question,title,topic}';
begin
  if new.fields - texts - 'translations' is distinct from old.fields - texts - 'translations'
    or exists (select from jsonb_each_text(new.fields) where key = any(texts) and value <> '—')
    or exists (
      select from jsonb_each(coalesce(new.fields -> 'translations', '{}')) as translated,
        jsonb_each_text(translated.value) as word where word.value <> '—')
  then raise exception 'the texts of a version can only be emptied'; end if;
  return new;
end $$;
create or replace trigger content_versions_only_emptied before update on content_versions
  for each row execute function refuse_rewritten_version();
