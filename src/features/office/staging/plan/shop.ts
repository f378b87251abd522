import { mixedBytes, named, type ScrubRules, words } from './scrub-rule.ts';

/** Content, shop, desk, office and the platform. */
export const shop: ScrubRules = {
  content_versions: { plain: ['kind', 'series', 'fields'] },
  faqs: { plain: ['topic', 'question', 'answer', 'translations'] },
  legal_texts: { plain: ['kind', 'locale', 'content'] },
  news: { plain: ['title', 'content', 'translations'] },
  notices: { plain: ['title', 'content', 'translations', 'roles', 'locales'] },

  brand_categories: { plain: ['slug', 'names', 'synonyms'] },
  brand_slugs: { plain: ['slug'] },
  brands: { plain: ['slug', 'name', 'about', 'translations', 'categories', 'synonyms'] },
  gifts: {
    made: {
      message: words('message'),
      giver: words('giver'),
      email: "case when email is not null then 'made@staging.invalid' end",
      mac: 'null',
    },
    plain: ['design'],
  },
  order_lines: { made: { note: words('note'), mac: 'null' }, plain: ['state'] },
  orders: { plain: ['status'] },
  preorders: { plain: ['state', 'skip_reason', 'end_reason'] },
  programme_offers: { plain: ['prefix', 'name', 'words'] },
  withdrawals: { made: { name: words('name') } },

  canned_answers: { plain: ['name', 'bodies'] },
  claims: { made: { note: words('note') }, plain: ['reason', 'state'] },
  desk_settings: { plain: ['time_zone', 'hours', 'targets'] },
  pasted_codes: 'emptied',
  support_categories: { plain: ['slug', 'names'] },
  ticket_changes: 'emptied',
  ticket_comments: { made: { body: words('body') }, plain: ['review'] },
  ticket_mails: 'emptied',
  ticket_notes: { made: { body: words('body') } },
  ticket_ratings: { made: { comment: words('comment') } },
  ticket_search: 'emptied',
  tickets: {
    made: {
      subject: words('subject'),
      proof: 'null',
      guest_email: `case when guest_email is not null then ${named('made')} || '@staging.invalid' end`,
      tags: "'{}'",
    },
    plain: ['reference_kind', 'guest_locale'],
  },

  backup_drills: 'emptied',
  backups: 'emptied',
  invoices: {
    made: { buyer_name: words('buyer_name'), mac: mixedBytes('mac') },
    plain: ['kind', 'buyer_country', 'lines'],
  },
  maintenance_windows: { plain: ['messages'] },
  operator_versions: {
    made: {
      legal_name: words('legal_name'),
      street: words('street'),
      postal_code: "'00000'",
      city: words('city'),
      vat_id: words('vat_id'),
      tax_number: words('tax_number'),
    },
    plain: ['country'],
  },
  retention_periods: { plain: ['name'] },
  retention_runs: { plain: ['name'] },
  scrubs: { plain: ['backup'] },
  tax_rates: { plain: ['country'] },

  decision_gate: 'emptied',
  event_counters: { plain: ['channel'] },
  events: 'emptied',
  former_data_keys: 'emptied',
  idempotency_keys: 'emptied',
  keyrings: 'emptied',
  rows_to_seal: 'emptied',
  schema_migrations: { plain: ['name', 'checksum', 'release'] },
  schema_rules: { plain: ['checksum', 'release', 'locking', 'release_before'] },
  sealings: { plain: ['name'] },
  worker_loops: 'emptied',
};
