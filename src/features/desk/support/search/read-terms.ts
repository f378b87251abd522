import type { Db } from '#platform/db/client.ts';
import { escapeLike } from '#platform/db/escape-like.ts';

const MAX_WORDS = 8;
const MAX_HOLDING = 20;
const MAX_SIMILAR = 5;
const MIN_SIMILARITY = 0.35;

/** A word of a search, and what is known about it in the words of all tickets. */
export interface SearchTerm {
  word: string;
  /** Its stems in the languages of the shop. */
  stems: string[];
  /** Words that hold it, such as compounds. */
  holding: string[];
  /** Words that it could be a misspelling of. */
  similar: string[];
  /** Some word begins with it. */
  known: boolean;
}

/** The words of a search without those that say nothing, such as "the", unless there are no others. */
export async function readTerms(sql: Db, q: string): Promise<SearchTerm[]> {
  const lexemes = await sql<{ word: string; stems: string[]; empty: boolean }[]>`
    select lexeme as word, coalesce(english || german, '{}') as stems, english = '{}' or german = '{}' as empty
    from unnest(to_tsvector('simple', ${q})) as w (lexeme, positions),
      lateral (select ts_lexize('english_stem', lexeme) as english, ts_lexize('german_stem', lexeme) as german) as s
    order by positions[1] limit ${MAX_WORDS}`;
  const telling = lexemes.filter(({ empty }) => !empty);
  const words = telling.length ? telling : lexemes;
  return Promise.all(words.map(async ({ word, stems }) => ({ word, stems, ...(await findAlternatives(sql, word)) })));
}

async function findAlternatives(sql: Db, word: string): Promise<Pick<SearchTerm, 'holding' | 'similar' | 'known'>> {
  if (word.length < 3 || !/^\p{L}/u.test(word)) return { holding: [], similar: [], known: true };
  const part = escapeLike(word);
  const [found] = await sql<Pick<SearchTerm, 'holding' | 'similar' | 'known'>[]>`
    select exists (select from ticket_words where word like ${`${part}%`}) as known,
      array(select word from ticket_words where word like ${`_%${part}%`} order by tickets desc, word
        limit ${MAX_HOLDING}) as holding,
      array(
        select word from ticket_words
        where word = any(${slipsOf(word)}) or word % ${word} and similarity(word, ${word}) >= ${MIN_SIMILARITY}
        order by word = any(${slipsOf(word)}) desc, similarity(word, ${word}) desc, tickets desc,
          word limit ${MAX_SIMILAR}
      ) as similar`;
  return found!;
}

/** A word with two letters the other way round, or without one: in short words, trigrams don't see that. */
function slipsOf(word: string): string[] {
  const at = Array.from(word, (_letter, index) => index);
  return [
    ...at.slice(1).map((i) => word.slice(0, i - 1) + word[i] + word[i - 1] + word.slice(i + 1)),
    ...at.map((i) => word.slice(0, i) + word.slice(i + 1)),
  ];
}
