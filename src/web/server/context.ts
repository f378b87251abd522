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

/** Set by the server for each request; the typed door to the API. */
export const apiContext = createContext<ApiCall>();
export const sessionContext = createContext<SessionUser | null>(null);
export const liveContext = createContext<LiveApp | null>(null);
export const nonceContext = createContext<string>('');
export const demoContext = createContext<boolean>(false);
/** True where the shop is served over https, so that cookies carry `Secure`. */
export const secureContext = createContext<boolean>(false);
/** Logs an error that no page expected. */
export const reportContext = createContext<(error: unknown) => void>();
/** Whether the database answers. */
export const readyContext = createContext<() => Promise<boolean>>();
/** Why it can't be said who asks (too many requests, a database that is away); null when it can. */
export const troubleContext = createContext<{ status: number; message: string } | null>(null);
/** The canonical address of the shop (PUBLIC_URL). */
export const publicUrlContext = createContext<string>('http://localhost:3000');
/** The language of the page: the user's own, else the chosen, else what the browser asks for. */
export const localeContext = createContext<string>('en');
/** The files with the texts of the page's language by area; empty where the development server has none. */
export const messageFilesContext = createContext<Record<string, string>>({});
