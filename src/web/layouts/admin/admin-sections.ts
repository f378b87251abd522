import { href } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import type { Waiting } from '#contracts/office/overview.ts';
import type { MessageKey } from '#i18n/message.ts';

/** A section of the back office: an entry in its navigation and a line on its overview. */
export interface AdminSection {
  to: string;
  /** The duties of which its pages take one; any admin where it is absent. */
  duties?: readonly string[];
  /** Where paths of its pages begin that don't lie below its own. */
  also?: readonly string[];
  label: MessageKey;
  /** What the menu calls it, if its name is too long there in some language. */
  menu?: MessageKey;
  about: MessageKey;
  /** What of it waits for a person. */
  waits?: keyof Waiting | 'approvals';
}

export interface AdminGroup {
  label: MessageKey;
  sections: readonly AdminSection[];
}

/** Who works with people; as the guards of the calls that name them. */
export const people: readonly string[] = ['support', 'approver', 'auditor'];

/** Who reads alerts, and who the chains; as the guards of their calls. */
export const alertReaders: readonly string[] = ['support', 'approver', 'importer', 'payouts', 'auditor'];
export const chainWatchers: readonly string[] = ['support', 'approver', 'payouts', 'auditor'];

const adminGroups: readonly AdminGroup[] = [
  {
    label: 'admin.group.support',
    sections: [
      {
        to: href('/admin/tickets'),
        duties: ['support', 'auditor'],
        label: 'desk.title',
        about: 'desk.about_section',
        waits: 'tickets',
      },
      {
        to: href('/admin/claims'),
        duties: people,
        label: 'claims.title',
        about: 'claims.about',
        waits: 'claims',
      },
    ],
  },
  {
    label: 'admin.group.people',
    sections: [
      {
        to: href('/admin/users'),
        duties: people,
        label: 'users.title',
        about: 'users.about',
      },
      {
        to: href('/admin/tier-requests'),
        duties: people,
        label: 'tiers.queue',
        about: 'tiers.queue_about',
        waits: 'tier_requests',
      },
      {
        to: href('/admin/staff'),
        duties: ['approver', 'auditor'],
        label: 'staff.title',
        menu: 'admin.menu_staff',
        about: 'staff.about',
      },
    ],
  },
  {
    label: 'admin.group.money',
    sections: [
      {
        to: href('/admin/orders'),
        duties: ['support', 'approver', 'auditor', 'payouts'],
        label: 'orders.title',
        about: 'placed.about',
      },
      {
        to: href('/admin/payments'),
        duties: people,
        label: 'admin.payments',
        menu: 'admin.menu_payments',
        about: 'admin.payments_about',
        waits: 'payments',
      },
      {
        to: href('/admin/chains'),
        duties: chainWatchers,
        also: [href('/admin/unclaimed-deposits/:id', { id: '' }), href('/admin/rate-jumps/:id', { id: '' })],
        label: 'admin.chains',
        about: 'admin.chains_about',
        waits: 'unclaimed',
      },
      {
        to: href('/admin/top-up-returns'),
        duties: ['payouts', 'approver', 'auditor'],
        label: 'top_up_return.title',
        about: 'top_up_return.about',
      },
      {
        to: href('/admin/ledger'),
        duties: ['auditor', 'approver', 'payouts'],
        label: 'ledger.title',
        about: 'ledger.about',
      },
    ],
  },
  {
    label: 'admin.group.stock',
    sections: [
      {
        to: href('/admin/programmes'),
        duties: ['importer', 'approver', 'support', 'auditor'],
        label: 'programmes.title',
        about: 'programmes.about',
      },
    ],
  },
  {
    label: 'admin.group.publishing',
    sections: [
      { to: href('/admin/brands'), duties: ['publisher'], label: 'brands.title', about: 'brands.about_section' },
      { to: href('/admin/news'), duties: ['publisher'], label: 'admin.news', about: 'admin.news_about' },
      { to: href('/admin/notices'), duties: ['publisher'], label: 'admin.notices', about: 'admin.notices_about' },
      { to: href('/admin/faq'), duties: ['publisher'], label: 'admin.faq', about: 'admin.faq_about' },
      { to: href('/admin/legal'), duties: ['publisher'], label: 'admin.legal', about: 'admin.legal_about' },
      {
        to: href('/admin/branding'),
        duties: ['publisher', 'auditor'],
        label: 'branding.title',
        about: 'branding.about',
      },
    ],
  },
  {
    label: 'admin.group.operations',
    sections: [
      { to: href('/admin/approvals'), label: 'approvals.title', about: 'approvals.about', waits: 'approvals' },
      {
        to: href('/admin/alerts'),
        duties: alertReaders,
        label: 'alerts.title',
        about: 'alerts.about',
        waits: 'alerts',
      },
      { to: href('/admin/audit'), duties: ['auditor', 'approver'], label: 'audit.title', about: 'audit.about_section' },
      {
        to: href('/admin/operations'),
        duties: people,
        label: 'operations.title',
        about: 'operations.about',
      },
    ],
  },
];

/** The groups of sections that a user's roles open. */
export const groupsFor = (roles: readonly string[]): readonly AdminGroup[] =>
  adminGroups
    .map(({ label, sections }) => ({
      label,
      sections: sections.filter(({ duties }) => !duties || holdsDuty(roles, ...duties)),
    }))
    .filter(({ sections }) => sections.length > 0);

/** The sections that a user's roles open. */
export const sectionsFor = (roles: readonly string[]): readonly AdminSection[] =>
  groupsFor(roles).flatMap(({ sections }) => sections);

/** Every section, whoever it opens to. */
export const allSections: readonly AdminSection[] = adminGroups.flatMap(({ sections }) => sections);
