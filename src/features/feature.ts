import type { Reply } from '#contracts/call.ts';
import type { FOUND_BY, RECORD_KINDS } from '#contracts/customers/users.ts';
import type { getEraseLoss } from '#contracts/identity/account.ts';
import type { OptionalKind } from '#contracts/messages/notifications.ts';
import type { Activity, REDACTABLE, Retained, RetentionReason } from '#contracts/office/retention.ts';
import type { Alert } from '#contracts/oversight/alerts.ts';
import type { NamedRecord } from '#contracts/oversight/audit.ts';
import type { Message, MessageKey, Text } from '#i18n/message.ts';
import type { Db, Fragment, Query, Tx } from '#platform/db/client.ts';
import type { Route } from '#platform/http/serve.ts';
import type { Task } from '#platform/jobs/run-jobs.ts';
import type { Book } from '#platform/ledger/compare-book.ts';
import type { KeyedElsewhere, SealedPlace } from '#platform/reseal/sealed-place.ts';
import type { Actor, Ctx, VaultCtx } from './ctx.ts';

/** All that a feature brings to the shop, besides what the features above it import. */
export interface Feature {
  routes?: Routes | ((brought: Brought) => Routes);
  /** By the name they are queued under. */
  mails?: Mails | ((brought: Brought) => Mails);
  /** Queued jobs that any worker can do, by their names. */
  jobs?: Record<string, (ctx: Ctx) => Task>;
  /** Those that take the vault's own keys. */
  vaultJobs?: Record<string, (ctx: VaultCtx) => Task>;
  /** Those that lead to servers of strangers: they have a runner of their own, and wait for a person after a restore. */
  pushJobs?: PushJobs | ((brought: Brought) => PushJobs);
  /** Background loops that any worker can run. */
  loops?: readonly StartLoop[];
  vaultLoops?: readonly StartLoop<VaultCtx>[];
  /** Checks that run every hour. */
  sweeps?: readonly Sweep[] | ((brought: Brought) => readonly Sweep[]);
  vaultSweeps?: readonly Sweep<VaultCtx>[];
  alertKinds?: readonly AlertKind[];
  proposalKinds?: readonly ProposalKind[];
  recordKinds?: readonly RecordKind[];
  userRecords?: readonly UserRecords[];
  userFinders?: readonly UserFinder[];
  redactions?: readonly Redaction[];
  textSources?: readonly TextSource[];
  attention?: readonly AttentionSource[];
  accountData?: readonly AccountData[];
  retention?: readonly RetentionRule[];
  /** The tables that it owns: nobody else writes them, and only features above it read them. */
  tables?: Tables;
  /** The derived books: what moves money on users' accounts. */
  books?: readonly Book[];
  evidence?: readonly Evidence[];
  /** What the vault seals: it is sealed anew when keys are changed. */
  sealedPlaces?: readonly SealedPlace[];
  /** Values that are sealed with keys of a feature below. */
  sealedValues?: readonly KeyedElsewhere[];
}

/** What all features brought together, for those that work with it. */
export type Brought = Required<
  Pick<
    Feature,
    | 'alertKinds'
    | 'proposalKinds'
    | 'recordKinds'
    | 'userRecords'
    | 'userFinders'
    | 'redactions'
    | 'textSources'
    | 'attention'
    | 'accountData'
    | 'retention'
    | 'tables'
    | 'books'
    | 'evidence'
  >
>;

type Routes = readonly Route<VaultCtx, never>[];
type Mails = Record<string, MailTemplate>;
type PushJobs = Record<string, (ctx: VaultCtx) => Task>;

/** A mail's content, rendered in the recipient's language as plain text and HTML (compose-mail.ts). */
export interface MailContent {
  to: string;
  /** The recipient's saved language; English if null or unknown. */
  locale: string | null;
  /** The time zone for times in the mail; UTC by default. */
  time_zone?: string | null;
  subject: Text;
  paragraphs: Text[];
  /** Links to a page of the shop: `path` starts with a slash, the host is always PUBLIC_URL. */
  button?: { label: Text; path: string };
  /** Where replies go, if the shop takes any. */
  reply_to?: string;
  /** The kind of notification that the recipient can switch off; without it, the mail is always sent. */
  about?: { user_id: string; kind: OptionalKind };
  /** Runs once the mail was handed over or is given up, to forget what only it needed. */
  settled?(): Promise<void>;
  /** A short code to enter. This and the button's link are the only secrets a mail may contain. */
  code?: string;
}

/** Builds a mail from the ids in its job; undefined if there is nothing left to send. */
export type MailTemplate = (ctx: Ctx, ids: Record<string, string>) => Promise<MailContent | undefined>;

/** Facts that help an admin decide; never a secret. */
export type AlertFacts = Record<string, string | number | boolean | null>;

/** Something that needs the back office's attention. */
export interface AlertKind<Facts extends AlertFacts = AlertFacts> {
  /** `feature.what_happened`, as the table keeps it. */
  name: string;
  /**
   * Critical where money or codes may be going: told by mail, and listed first. Info where nothing is wrong, but somebody
   * may want to act. A warning where it is absent.
   */
  severity?: Alert['severity'];
  sentence(alert: { subject: string; details: Facts }): Message;
  /** Whether the sentence names a seller or a payer: servers outside learn that there is something, and not what. */
  withheld?: true;
  /** Own path of the page for what it is about, apart from the people. */
  link?(alert: { subject: string; details: Facts }): string;
}

/** What the decider needs to know: ids and facts, never a secret or a name of a person. */
export type ProposalFacts = Record<string, string | number | boolean | null>;

/** Something that one person proposes and another decides. */
export interface ProposalKind {
  /** `feature.what`, as the table keeps it. */
  name: string;
  /** Says to the decider what would happen. */
  label: (facts: ProposalFacts) => Message;
  /** Own path of the page where it is decided; absent while it has none. */
  link?: (subject: string, facts: ProposalFacts) => string;
  /** The duty needed to decide; without it, any admin may. */
  duty?: 'approver' | 'payouts' | 'publisher';
  /** How many people besides the proposer must approve; one by default. */
  approvals?: 2;
  /** Tells the proposer that somebody else must decide. */
  own: MessageKey;
}

/** Records that ids in the audit log and the ledger may name. */
export interface RecordKind {
  kind: NamedRecord['kind'];
  /** SQL for `id`, `name` and `place` (the record on whose page it stands, if not on its own) of those in `wanted (id)`. */
  select(sql: Db): Fragment;
  /** Own path of its page; absent where it has none. */
  link?(found: { id: string; place: string | null }): string | null;
}

/** A kind of records on the page of a user. */
export interface UserRecords {
  kind: (typeof RECORD_KINDS)[number];
  /**
   * SQL for the newest `limit`: `id`, `at`, `what`, `label`, `amount_cents`, the `user_agent` of a session or device, and in `page_id`
   * the id of what its link leads to.
   */
  select(sql: Db, of: { user_id: string; now: Date; limit: number }): Query;
}

/** What a search text may be, if it names a user by something that belongs to them. */
export type Named = { id: string } | { number: string } | { txid: string } | { address: string };

/** Finds users by what belongs to them. */
export interface UserFinder {
  by: (typeof FOUND_BY)[number];
  /** SQL for the ids of users; null where no such text names anything. */
  find(sql: Db, named: Named): Query | null;
}

/** Empties a kind of text that people wrote, for good. */
export interface Redaction {
  kind: (typeof REDACTABLE)[number];
  /** The emptied texts; none where there is no text any more. */
  redact(sql: Tx, by: { id: string; actor_id: string; now: Date }): PromiseLike<readonly unknown[]>;
}

/** Stored texts of a feature, which a newer import guard scans again. */
export interface TextSource {
  name: string;
  /** Rows after an id, or from the first one, in the order of their ids. */
  read(sql: Db, page: { after: string | null; limit: number }): Promise<{ id: string; text: string }[]>;
  /** Hides a text from readers until somebody decides about it, if the feature can. */
  hold?(sql: Tx, id: string): Promise<void>;
}

/** Starts a feature's background loop, which runs as long as the worker. */
export type StartLoop<C extends Ctx = Ctx> = (ctx: C, databaseUrl: string) => { stop(): Promise<void> };

/** Deletes a feature's expired rows. */
export type Sweep<C extends Ctx = Ctx> = (ctx: C) => Promise<void>;

/** How long a feature keeps personal data. The period can be changed within its limits (features/office/retention). */
export interface RetentionRule {
  name: Retained;
  days: number;
  min_days: number;
  max_days: number;
  /** Deletes or empties up to `limit` rows that ended before a time, and says how many. */
  prune(sql: Db, before: Date, limit: number): Promise<number>;
}

/**
 * How long a table keeps its rows: for good, for a reason; for days, after which the work of its feature deletes them; or by
 * a rule whose period staff change.
 */
export type RowRetention = ({ why: RetentionReason } | { days: number } | { rule: Retained }) & {
  /** What it is processed for, where it says something about people: a test finds tables that lack this. */
  of?: Activity;
};

/** Tables by their names. */
export type Tables = Record<string, RowRetention>;

/** Something that waits for a buyer, shown on the home page. */
export interface Attention {
  tone: 'info' | 'warn';
  text: Text;
  /** Path of the page on which to act. */
  link: string;
}

/** A feature's part of what needs a buyer's attention, most urgent first. */
export interface AttentionSource {
  /** Its place on the home page, from 1 on. */
  rank: number;
  find(ctx: Ctx, actor: Actor): Promise<Attention[]>;
}

/** A row that decides about rights or money, with its proof. */
export interface Witness {
  id: string;
  at: string | null;
  /** What its MAC covers; null for a row without one. */
  facts: string | null;
  mac: Uint8Array | null;
  /** What else is wrong with it, such as a missing entry of the audit log. */
  flaw: string | null;
}

/** Rows of a feature that are verified whenever the audit log is checked. */
export interface Evidence {
  /** Names the kind of row in reports. */
  what: string;
  table: string;
  /** Rows after an id, in the order of ids. */
  read(sql: Db, page: { after: string; limit: number }): Promise<readonly Witness[]>;
}

/** What is lost with an account. */
export type Loss = Reply<typeof getEraseLoss>['data'];

/** Rows of a feature about a user, as an export hands them out. */
export interface ExportSection {
  name: string;
  /** Its ids are numbers, not UUIDs. */
  numbered?: true;
  /** A page: rows after an id. Lists with a bounded length return no id and are read in one query. */
  read(
    sql: Db,
    page: { user_id: string; after: string; limit: number },
    ctx: Pick<VaultCtx, 'chains' | 'vault'>,
  ): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** What a feature keeps about a user, without secrets, and what becomes of it when the account is erased. */
export interface AccountData {
  /** Writes what an account has from the start, in the transaction that registers it. */
  begin?(sql: Tx, account: { user_id: string; locale: string; now: Date }): Promise<void>;
  sections?: readonly ExportSection[];
  /** What erasing the account would lose. */
  lossOf?(sql: Db, account: { user_id: string; now: Date }): Promise<Partial<Loss>>;
  /** Ends whatever depends on the account, in the transaction that erases it. Rows that cascade with the user need nothing. */
  end?(sql: Tx, account: { user_id: string; email: string; now: Date }): Promise<void>;
}
