/** Whether somebody with these roles holds one of these duties; a visitor holds none. */
export const holdsDuty = (roles: readonly string[] | undefined, ...duties: readonly string[]): boolean =>
  duties.some((duty) => roles?.includes(duty));
