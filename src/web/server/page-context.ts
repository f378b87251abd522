import { createContext } from 'react-router';
import type { Call, CallInput, Reply } from '#contracts/call.ts';
import type { Shortcuts } from '#contracts/identity/shortcuts.ts';
import type { Logo } from '#contracts/messages/branding.ts';
import type { Theme } from './cookies/theme-cookie.ts';

/** The API as a function: throws ApiError on an error response. */
export type ApiCall = <C extends Call>(call: C, input?: CallInput<C>) => Promise<Reply<C>>;

/** The signed-in user as the pages see it. */
export interface SessionUser {
  id: string;
  username: string;
  balance_cents: number;
  role: string;
  roles: string[];
  unread_notifications: number;
  terms_pending: boolean;
  live_seq: number;
  /** The user's choice; null means follow the browser. */
  locale: string | null;
  time_zone: string | null;
  theme: Theme | null;
  /** Where the user redeems cards; null if they didn't say. */
  country: string | null;
  /** Which single keys do what; null: as the shop has them. */
  shortcuts: Shortcuts | null;
}

/** Where pages subscribe to live updates. */
export interface LiveApp {
  key: string;
  /** Null means this shop itself. */
  host: { name: string; port: number; secure: boolean } | null;
}

/** What visitors are told while the shop is closed. */
export interface ClosedNow {
  /** In the page's language; empty where nobody wrote anything. */
  message: string;
  /** When the shop opens by itself, if that is known. */
  ends_at: string | null;
  retry_after_seconds: number;
}

/** What pages show of the operator's branding. */
export interface ShopFace {
  name: string;
  footer: string;
  /** null: our own mark. */
  logo: Logo | null;
  /** Address of the style sheet with the operator's colours; null for our own. */
  style: string | null;
}

/** What the server passes to the middleware, loaders and actions of a page request. */
export interface PageContext {
  api: ApiCall;
  user: SessionUser | null;
  live: LiveApp | null;
  nonce: string;
  /** The page language: the user's own, else the one chosen with the switch, else the browser's. */
  locale: string;
  /** The user's own time zone, else the browser's, else UTC. */
  time_zone: string;
  /** The message files for the page's language, by area; empty where the development server has none. */
  message_files: Record<string, string>;
  /** When the page was asked for, by the shop's clock. */
  now: Date;
  demo: boolean;
  /** Whether this is a scrubbed copy of a shop. */
  staging: boolean;
  /** Whether visitors see brands and cards. */
  catalogue: 'public' | 'members';
  shop: ShopFace;
  /** The shop is closed, and only admins may enter; null: it is open. */
  maintenance: ClosedNow | null;
  /** True where the shop is served over https, so that cookies carry `Secure`. */
  secure: boolean;
  /** The canonical address of the shop (PUBLIC_URL). */
  public_url: string;
  /** Whether the database answers. */
  ready: () => Promise<boolean>;
  /** Takes the pattern of the page that was asked for, for the metrics. */
  noteRoute: (pattern: string) => void;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
  /** What whoever asks for the back office from outside ADMIN_NETWORKS is told; null: it is open to them. */
  outside_office: string | null;
  /** Why the browser's session ended, where the page should say so. */
  session_ended: 'session_idle' | 'session_absolute' | null;
  /** Why the user could not be identified (too many requests, database down); the page then uses `user: null`. */
  trouble: { status: number; message: string } | null;
}

export const pageContext = createContext<PageContext>();
