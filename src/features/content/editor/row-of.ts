type Value = string | number | boolean | null | readonly (string | number)[] | object;

/** The columns that a body sets, with the moment in place of `now`; one that is absent stays as it is. */
export function rowOf(
  { moments }: { moments: readonly PropertyKey[] },
  body: object,
  now: Date,
): Record<string, Value> {
  const row: Record<string, Value> = { ...body };
  for (const name of Object.keys(row)) if (row[name] === 'now' && moments.includes(name)) row[name] = now.toISOString();
  return row;
}
