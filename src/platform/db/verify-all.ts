/** Below every id: where reading by id begins. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The same for tables whose ids are numbers, and written as such. */
export const numberAfter = (after: string): string => (after === FIRST_ID ? '0' : after);

/** Of a check that is done piece by piece. */
export interface VerifiedPiece {
  /** The id to go on after; null after the last piece. */
  last: string | null;
  problems: string[];
}

/** What one statement found in a piece of at most `limit` rows, as its row says: how many it read, up to which id, and what is wrong. */
export interface ReadPiece {
  count: number;
  last: string | null;
  problems: string[];
}

/** The piece that was read; a short one is the last. */
export const pieceOf = ({ count, last, problems }: ReadPiece, limit: number): VerifiedPiece => ({
  last: count < limit ? null : last,
  problems,
});

/** The problems of all pieces, one piece after the other. */
export async function verifyAll(verify: (after: string) => Promise<VerifiedPiece>): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = FIRST_ID; after !== null; ) {
    const { last, problems }: VerifiedPiece = await verify(after);
    found.push(...problems);
    after = last;
  }
  return found;
}
