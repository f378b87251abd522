/**
 * What is read of a sheet: a little more than the server takes, which refuses it then. Spreadsheets fill a sheet's edge with
 * repetitions of nothing, and a hostile one names cells far outside.
 */
export const MAX_COLUMNS = 31;
export const MAX_ROWS = 200_100;
