-- How the operator calls and colours the shop; one row.
create table branding (
  id boolean primary key default true check (id),
  name text not null check (name <> ''),
  -- For links and buttons, on light and on dark pages.
  accent_light text not null check (accent_light ~ '^#[0-9a-f]{6}$'),
  accent_dark text not null check (accent_dark ~ '^#[0-9a-f]{6}$'),
  footer text not null,
  -- The first line of every mail.
  mail_header text not null
);
insert into branding (name, accent_light, accent_dark, footer, mail_header)
values ('Facevalue', '#0b5d4b', '#74d1b2', '', '');
