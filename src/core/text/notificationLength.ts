/** VS Code shows a notification without buttons in one line, which has room for some 45 letters. */
const lineWidth = 45;
/** VS Code cuts off any notification after this many characters. */
const longestNotification = 1_000;
// East Asian characters are twice as wide.
const wideCharacters =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/g;

export function isTooLongForNotification(message: string): boolean {
  return message.length > longestNotification;
}

export function isTooLongForOneLine(message: string): boolean {
  const width = message.length + (message.match(wideCharacters)?.length ?? 0);
  return width > lineWidth;
}
