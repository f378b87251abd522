/** How `facevalue key` is used. */
export const USAGE = `Usage: facevalue key list
       facevalue key rotate data | session | audit | push | master [--new FILE]
       facevalue key retire data NUMBER | session NUMBER | push | master ID
       facevalue key exposed data NUMBER | master ID
       facevalue key shares --threshold M --shares N
       facevalue key restore`;
