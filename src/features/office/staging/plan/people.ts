import { facts, mailAddress, mixedBytes, named, type ScrubRules, words } from './scrub-rule.ts';

/** Messages, identity, oversight and customers. */
export const people: ScrubRules = {
  branding: { plain: ['name', 'accent_light', 'accent_dark', 'footer', 'mail_header', 'logo'] },
  logo_files: { plain: ['logo', 'file', 'bytes'] },
  mailbox: 'emptied',
  notification_settings: { plain: ['kind'] },
  notifications: 'emptied',

  account_links: 'emptied',
  account_waits: { made: { release_reason: words('release_reason') }, plain: ['why'] },
  linked_accounts: 'emptied',
  shared_keys: 'emptied',
  device_codes: 'emptied',
  devices: 'emptied',
  email_tokens: 'emptied',
  decision_signatures: 'emptied',
  passkey_challenges: 'emptied',
  passkeys: 'emptied',
  push_keys: 'emptied',
  push_subscriptions: 'emptied',
  recovery_codes: 'emptied',
  sessions: 'emptied',
  throttles: 'emptied',
  totp_secrets: 'emptied',
  users: {
    made: {
      username: named('made'),
      email: mailAddress(),
      // No password has it.
      password_hash: "'none'",
      second_factor: 'false',
      display_name: words('display_name'),
      mac: 'null',
    },
    plain: ['role', 'duties', 'locale', 'time_zone', 'theme', 'country', 'shortcuts'],
  },

  alert_receivers: 'emptied',
  alerts: 'emptied',
  audit_chain: 'emptied',
  audit_entries: {
    made: { subject: 'pg_temp.fact(subject)', address: "''", details: facts('details') },
    plain: ['action'],
  },
  proposal_approvals: { made: { mac: 'null', gate: 'null' }, plain: ['factor'] },
  proposals: {
    made: {
      facts: facts('facts'),
      reason: words('reason'),
      decision_reason: words('decision_reason'),
      mac: 'null',
      gate: 'null',
    },
    plain: ['kind', 'decision', 'decider_factor'],
  },
  text_scans: { plain: ['source'] },
  verifications: 'emptied',

  balance_adjustments: { plain: ['cause'] },
  debt_settlements: { plain: ['how'] },
  embargoed_countries: { plain: ['country'] },
  identities: { made: { digest: mixedBytes('digest') } },
  sanctioned_keys: { plain: ['key'] },
  sanctioned_names: { plain: ['name'] },
  sanctions_lists: { plain: ['sha256'] },
  tier_checks: { made: { evidence: named('made'), identity: mixedBytes('identity') } },
  tier_requests: { made: { reason: words('reason') }, plain: ['state'] },
};
