import { createContext } from 'react-router';
import type { Call, CallInput, Reply } from '#contracts/call.ts';
import type { Theme } from './cookies/theme-cookie.ts';

/** The API as a function: throws ApiError on a refusal. */
export type ApiCall = <C extends Call>(call: C, input?: CallInput<C>) => Promise<Reply<C>>;

/** The signed-in user as the pages see it. */
export interface SessionUser {
  id: string;
  username: string;
  balance_cents: number;
  role: string;
  roles: string[];
  unread_notifications: number;
  live_seq: number;
  /** What the person chose; null: as the browser asks. */
  locale: string | null;
  time_zone: string | null;
  theme: Theme | null;
}

/** Where the pages hear of changes. */
export interface LiveApp {
  key: string;
  /** Null: this shop itself. */
  host: { name: string; port: number; secure: boolean } | null;
}

/** What the server hands to the middleware, loaders and actions of one page request. */
export interface PageContext {
  api: ApiCall;
  user: SessionUser | null;
  live: LiveApp | null;
  nonce: string;
  /** The language of the page: the user's own, else the chosen, else what the browser asks for. */
  locale: string;
  /** The files with the texts of the page's language by area; empty where the development server has none. */
  message_files: Record<string, string>;
  demo: boolean;
  /** True where the shop is served over https, so that cookies carry `Secure`. */
  secure: boolean;
  /** The canonical address of the shop (PUBLIC_URL). */
  public_url: string;
  /** Whether the database answers. */
  ready: () => Promise<boolean>;
  /** Logs an error that no page expected. */
  report: (error: unknown) => void;
  /** Why the user is not known (too many requests, a database that is away); the page then goes by `user: null`. */
  trouble: { status: number; message: string } | null;
}

export const pageContext = createContext<PageContext>();
