/** The wording of a terminal for texts that name something of the editor, by the original text. */
export const wording = {
  'Some characters can’t be read in the encoding that VS Code uses for this file.':
    'Some characters can’t be read: the file has to be in UTF-8.',
  'The proxy did not connect to {0} ({1}). Check the proxy in VS Code’s settings.':
    'The proxy did not connect to {0} ({1}). Check HTTPS_PROXY.',
  'The proxy asks for a user name and password before it connects to {0} ({1}). Add them to VS Code’s setting http.proxy.':
    'The proxy asks for a user name and password before it connects to {0} ({1}). Add them to HTTPS_PROXY.',
  'This token’s issue date, {0}, is in the future. Set this computer’s clock, then paste the token again.':
    'This token’s issue date, {0}, is in the future. Set this computer’s clock.',
  'Set a platform token, then publish again: it goes under {0}, whose page is found with one.':
    'Set WIKI_SITE and WIKI_PLATFORM_TOKEN: it goes under {0}, whose page is found with them.',
  '{0} is a space’s key. Enter the space’s ID instead, or set a platform token, with which it is found.':
    '{0} is a space’s key. Use the space’s ID instead, or set WIKI_SITE and WIKI_PLATFORM_TOKEN, with which it is found.',
  'It names the connection {0}, which is not in your settings.':
    'It names the connection {0}. Say with --connection what this one is called.',
};
