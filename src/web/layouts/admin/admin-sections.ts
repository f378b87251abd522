import { href } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import type { Waiting } from '#contracts/office/overview.ts';
import type { MessageKey } from '#i18n/message.ts';

/** A section of the back office: an entry in its navigation. */
export interface AdminSection {
  to: string;
  /** The duties of which its pages take one; any admin where it is absent. */
  duties?: readonly string[];
  /** Where paths of its pages begin that don't lie below its own. */
  also?: readonly string[];
  label: MessageKey;
  /** What the menu calls it, if its name is too long there in some language. */
  menu?: MessageKey;
  /** What of it waits for a person. */
  waits?: keyof Waiting | 'approvals';
}

/** How much waits in each section, as far as the reader's duties go. */
export type Counts = Partial<Record<NonNullable<AdminSection['waits']>, number | null>>;

export interface AdminGroup {
  label: MessageKey;
  sections: readonly AdminSection[];
}

/** Who works with people; as the guards of the calls that name them. */
export const people: readonly string[] = ['support', 'approver', 'auditor'];

/** Who opens what the shop publishes; an auditor only reads it. */
const publishing: readonly string[] = ['publisher', 'auditor'];

/** Who reads alerts, and who the chains; as the guards of their calls. */
export const alertReaders: readonly string[] = ['support', 'approver', 'importer', 'payouts', 'auditor'];
export const chainWatchers: readonly string[] = ['support', 'approver', 'payouts', 'auditor'];

/** Who signs in for a seller sees of the office what is theirs, and nothing that every other admin opens. */
const SELLER = 'seller';

const adminGroups: readonly AdminGroup[] = [
  {
    label: 'admin.group.support',
    sections: [
      {
        to: href('/admin/tickets'),
        duties: ['support', 'auditor'],
        label: 'desk.title',
        waits: 'tickets',
      },
      {
        to: href('/admin/claims'),
        duties: people,
        label: 'claims.title',
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
      },
      {
        to: href('/admin/tier-requests'),
        duties: people,
        label: 'tiers.queue',
        waits: 'tier_requests',
      },
      {
        to: href('/admin/staff'),
        duties: ['approver', 'auditor'],
        label: 'staff.title',
        menu: 'admin.menu_staff',
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
      },
      {
        to: href('/admin/payments'),
        duties: people,
        label: 'admin.payments',
        menu: 'admin.menu_payments',
        waits: 'payments',
      },
      {
        to: href('/admin/chains'),
        duties: chainWatchers,
        also: [href('/admin/unclaimed-deposits/:id', { id: '' }), href('/admin/rate-jumps/:id', { id: '' })],
        label: 'admin.chains',
        waits: 'unclaimed',
      },
      {
        to: href('/admin/top-up-returns'),
        duties: ['payouts', 'approver', 'auditor'],
        label: 'top_up_return.title',
      },
      {
        to: href('/reseller/payouts'),
        duties: ['payouts', 'approver', 'auditor'],
        label: 'payout.title',
      },
      {
        to: href('/reseller/bank-statements'),
        duties: ['payouts', 'approver', 'auditor'],
        label: 'bank.title',
      },
      {
        to: href('/admin/ledger'),
        duties: ['auditor', 'approver', 'payouts'],
        label: 'ledger.title',
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
      },
      {
        to: href('/reseller'),
        duties: ['importer', 'approver', 'payouts', 'auditor', SELLER],
        label: 'reseller.batches',
      },
      {
        to: href('/reseller/preorders'),
        duties: ['importer', 'approver', 'support', 'auditor'],
        label: 'preorder.demand',
      },
      {
        to: href('/reseller/sellers'),
        duties: ['importer', 'approver', 'payouts', 'auditor'],
        label: 'seller.title',
      },
    ],
  },
  {
    label: 'admin.group.publishing',
    sections: [
      { to: href('/admin/brands'), duties: publishing, label: 'brands.title' },
      { to: href('/admin/news'), duties: publishing, label: 'admin.news' },
      { to: href('/admin/notices'), duties: publishing, label: 'admin.notices' },
      { to: href('/admin/faq'), duties: publishing, label: 'admin.faq' },
      { to: href('/admin/legal'), duties: publishing, label: 'admin.legal' },
      {
        to: href('/admin/branding'),
        duties: publishing,
        label: 'branding.title',
      },
    ],
  },
  {
    label: 'admin.group.operations',
    sections: [
      { to: href('/admin/approvals'), label: 'approvals.title', waits: 'approvals' },
      {
        to: href('/admin/alerts'),
        duties: alertReaders,
        label: 'alerts.title',
        waits: 'alerts',
      },
      { to: href('/admin/audit'), duties: ['auditor', 'approver'], label: 'audit.title' },
      {
        to: href('/admin/operations'),
        duties: people,
        label: 'operations.title',
      },
    ],
  },
];

/** The groups of sections that a user's roles open. */
export const groupsFor = (roles: readonly string[]): AdminGroup[] =>
  adminGroups
    .map(({ label, sections }) => ({
      label,
      sections: sections.filter(({ duties }) => (duties ? holdsDuty(roles, ...duties) : !roles.includes(SELLER))),
    }))
    .filter(({ sections }) => sections.length > 0);

/** The sections that a user's roles open. */
export const sectionsFor = (roles: readonly string[]): readonly AdminSection[] =>
  groupsFor(roles).flatMap(({ sections }) => sections);

/** Every section, whoever it opens to. */
export const allSections: readonly AdminSection[] = adminGroups.flatMap(({ sections }) => sections);

/** The seller's own pages, for who signs in for one. */
export const ownSections = (id: string): readonly AdminSection[] => [
  { to: href('/reseller/sellers/:id', { id }), label: 'seller.own' },
  { to: href('/reseller/sellers/:id/payouts', { id }), label: 'payout.title' },
];

/** Whether a path belongs to a section. */
const holds = ({ to, also = [] }: AdminSection, path: string) =>
  path === to || [`${to}/`, ...also].some((start) => path.startsWith(start));

/** The section whose page a path is: of those that hold it the one with the longest address. */
export const sectionAt = (sections: readonly AdminSection[], path: string): AdminSection | undefined =>
  sections.filter((section) => holds(section, path)).toSorted((a, b) => b.to.length - a.to.length)[0];
