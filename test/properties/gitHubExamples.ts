/** The examples of the extensions in GitHub's specification (GitHub Flavored Markdown 0.29, CC BY-SA 4.0). */
export const gitHubExamples: readonly string[] = [
  // Tables
  '| foo | bar |\n| --- | --- |\n| baz | bim |\n',
  '| abc | defghi |\n:-: | -----------:\nbar | baz\n',
  '| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |\n',
  '| abc | def |\n| --- | --- |\n| bar | baz |\n> bar\n',
  '| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar\n',
  '| abc | def |\n| --- |\n| bar |\n',
  '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |\n',
  '| abc | def |\n| --- | --- |\n',
  // Task list items
  '- [ ] foo\n- [x] bar\n',
  '- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim\n',
  // Strikethrough
  '~~Hi~~ Hello, ~there~ world!\n',
  'This ~~has a\n\nnew paragraph~~.\n',
  'This will ~~~not~~~ strike.\n',
  // Autolinks
  'www.commonmark.org\n',
  'Visit www.commonmark.org/help for more information.\n',
  'Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.\n',
  'www.google.com/search?q=Markup+(business)\n\nwww.google.com/search?q=Markup+(business)))\n\n(www.google.com/search?q=Markup+(business))\n\n(www.google.com/search?q=Markup+(business)\n',
  'www.google.com/search?q=(business))+ok\n',
  'www.google.com/search?q=commonmark&hl=en\n\nwww.google.com/search?q=commonmark&hl;\n',
  'www.commonmark.org/he<lp\n',
  'http://commonmark.org\n\n(Visit https://encrypted.google.com/search?q=Markup+(business))\n',
  'foo@bar.baz\n',
  'hello@mail+xyz.example isn’t valid, but hello+xyz@mail.example is.\n',
  'a.b-c_d@a.b\n\na.b-c_d@a.b.\n\na.b-c_d@a.b-\n\na.b-c_d@a.b_\n',
  // Disallowed raw HTML
  '<strong> <title> <style> <em>\n\n<blockquote>\n  <xmp> is disallowed.  <XMP> is also disallowed.\n</blockquote>\n',
];
