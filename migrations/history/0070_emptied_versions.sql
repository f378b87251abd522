-- The texts of an earlier version can be emptied, and nothing else of it ever changes.
create function refuse_rewritten_version() returns trigger language plpgsql as $$
declare texts constant text[] := '{answer,content,question,title,topic}';
begin
  if new.words - texts - 'translations' is distinct from old.words - texts - 'translations'
    or exists (select from jsonb_each_text(new.words) where key = any(texts) and value <> '—')
    or exists (
      select from jsonb_each(coalesce(new.words -> 'translations', '{}')) as translated,
        jsonb_each_text(translated.value) as word where word.value <> '—')
  then raise exception 'the texts of a version can only be emptied'; end if;
  return new;
end $$;
create trigger content_versions_only_emptied before update on content_versions
  for each row execute function refuse_rewritten_version();
