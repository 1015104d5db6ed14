/** A leak as it stands in a document; what is secret of it is `secret`. */
interface Leak {
  readonly what: string;
  readonly text: string;
  readonly secret: string;
}

const digits = '0123456789';
const small = 'abcdefghijklmnopqrstuvwxyz';
const capitals = small.toUpperCase();

const leak = (what: string, secret: string, text: (secret: string) => string): Leak => ({
  what,
  secret,
  text: text(secret),
});
const fenced = (language: string, ...lines: readonly string[]): string =>
  ['```' + language, ...lines, '```'].join('\n');
/** Forty leaks, drawn here so that a forge that looks for secrets finds none in this file: keys of clouds and of storage, tokens of forges and of chats, headers, private keys, connection strings. */
export function leaksOf(seed: number): readonly Leak[] {
  const some = drawing(seed);
  const hex = (length: number): string => some(digits + 'abcdef', length);
  const word = (length: number): string => some(small + capitals + digits, length);
  const base64 = (length: number): string => some(small + capitals + digits + '+/', length);
  const base64url = (length: number): string => some(small + capitals + digits + '-_', length);
  const guid = (): string => [8, 4, 4, 4, 12].map(hex).join('-');
  const keyLines = (first: string, length: number, lineEnd = '\n'): string =>
    [first + base64(64 - first.length), ...Array.from({ length: length - 1 }, () => base64(64))].join(
      lineEnd,
    );
  return [
    leak('AWS access key ID', 'AKIA' + some(capitals + '234567', 16), (key) =>
      fenced('ini', '[default]', `aws_access_key_id = ${key}`),
    ),
    leak('AWS secret access key', base64(40), (key) => fenced('ini', `aws_secret_access_key = ${key}`)),
    leak('Google API key', 'AIza' + base64url(35), (key) => `The key of the maps is \`${key}\`.`),
    leak('Google OAuth client secret', 'GOCSPX-' + base64url(28), (secret) => `- Client secret: ${secret}`),
    leak('Google service account', keyLines('MIIEvQIBADANBgkqhkiG9w0BAQEF', 20, '\\n'), (key) =>
      fenced(
        'json',
        '{ "type": "service_account",',
        `  "private_key": "-----BEGIN PRIVATE KEY-----\\n${key}\\n-----END PRIVATE KEY-----\\n" }`,
      ),
    ),
    leak('Azure client secret', `${word(3)}8Q~${base64url(34)}`, (secret) =>
      fenced('sh', `export AZURE_CLIENT_SECRET=${secret}`),
    ),
    leak('DigitalOcean token', 'dop_v1_' + hex(64), (token) => fenced('sh', `doctl auth init -t ${token}`)),
    leak('Alibaba access key', 'LTAI5t' + word(18), (key) => `| AccessKey ID | ${key} |\n| --- | --- |`),
    leak('Terraform token', `${word(14)}.atlasv1.${base64url(67)}`, (token) =>
      fenced('hcl', 'credentials "app.terraform.io" {', `  token = "${token}"`, '}'),
    ),
    leak('Cloudflare token', base64url(40), (token) => fenced('sh', `export CLOUDFLARE_API_TOKEN=${token}`)),
    leak('Azure storage account', base64(86) + '==', (key) =>
      fenced(
        '',
        `DefaultEndpointsProtocol=https;AccountName=reports;AccountKey=${key};EndpointSuffix=core.windows.net`,
      ),
    ),
    leak('Azure shared access signature', word(43) + '%3D', (signature) =>
      [
        'Download it from',
        `<https://reports.blob.core.windows.net/2026?sv=2024-11-04&ss=b&srt=co&sp=rl&se=2027-12-31T00:00:00Z&sig=${signature}>.`,
      ].join('\n'),
    ),
    leak('Azure Service Bus', base64(43) + '=', (key) =>
      fenced(
        '',
        `Endpoint=sb://orders.servicebus.windows.net/;SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey=${key}`,
      ),
    ),
    leak('key of an object store', word(40), (key) =>
      fenced('yaml', 'environment:', `  MINIO_SECRET_KEY: ${key}`),
    ),
    leak('GitHub token', 'ghp_' + word(36), (token) =>
      fenced('sh', `gh auth login --with-token <<< ${token}`),
    ),
    leak('GitHub fine-grained token', `github_pat_${word(22)}_${word(59)}`, (token) => `Token: ${token}`),
    leak('GitLab token', 'glpat-' + base64url(20), (token) =>
      fenced('sh', `curl -H "PRIVATE-TOKEN: ${token}" https://git.acme.example/api/v4/projects`),
    ),
    leak('GitLab routable token', `glpat-${base64url(43)}.01.${some(small + digits, 9)}`, (token) =>
      fenced('sh', `export GITLAB_TOKEN="${token}"`),
    ),
    leak('GitLab deploy token', 'gldt-' + base64url(20), (token) =>
      fenced('sh', `docker login -u deploy -p ${token} registry.acme.example`),
    ),
    leak('GitLab runner token', 'glrt-' + base64url(20), (token) =>
      fenced('sh', `gitlab-runner register --token ${token}`),
    ),
    leak(
      'Bitbucket app password',
      'ATBB' + word(32),
      (password) => `The app password of the build: ${password}`,
    ),
    leak('Azure DevOps token', some(small + digits, 52), (token) =>
      fenced('sh', `git clone https://build:${token}@dev.azure.com/acme/shop/_git/shop`),
    ),
    leak('npm token', guid(), (token) => fenced('ini', `//npm.acme.example/:_authToken=${token}`)),
    leak('PyPI token', 'pypi-AgEIcHlwaS5vcmc' + base64url(140), (token) =>
      fenced('ini', '[pypi]', 'username = __token__', `password = ${token}`),
    ),
    leak('Slack bot token', `xoxb-${some(digits, 12)}-${some(digits, 13)}-${word(24)}`, (token) =>
      fenced('sh', `SLACK_BOT_TOKEN=${token}`),
    ),
    leak(
      'Slack webhook',
      `https://hooks.slack.com/services/T${some(capitals + digits, 10)}/B${some(capitals + digits, 10)}/${word(24)}`,
      (address) => `Messages go to ${address}`,
    ),
    leak(
      'Discord bot token',
      `${Buffer.from(`1${some(digits, 17)}`).toString('base64')}.${base64url(6)}.${base64url(38)}`,
      (token) => fenced('js', `client.login('${token}');`),
    ),
    leak(
      'Discord webhook',
      `https://discord.com/api/webhooks/${some(digits, 19)}/${base64url(68)}`,
      (address) => `[The channel’s webhook](${address})`,
    ),
    leak('Telegram bot token', `${some('123456789', 10)}:AA${base64url(33)}`, (token) =>
      fenced('sh', `curl "https://api.telegram.org/bot${token}/getMe"`),
    ),
    leak(
      'Teams webhook',
      `https://acme.webhook.office.com/webhookb2/${guid()}@${guid()}/IncomingWebhook/${hex(32)}/${guid()}`,
      (address) => `Alerts: ${address}`,
    ),
    leak('Basic header', Buffer.from(`deploy:${word(16)}`).toString('base64'), (credentials) =>
      fenced(
        'sh',
        `curl -H "Authorization: Basic ${credentials}" https://jenkins.acme.example/job/shop/build`,
      ),
    ),
    leak('Bearer header', base64url(43), (token) =>
      fenced('http', 'GET /v2/orders HTTP/1.1', 'Host: api.acme.example', `Authorization: Bearer ${token}`),
    ),
    leak('credentials of curl', word(14), (password) =>
      fenced('sh', `curl -u admin:${password} https://nexus.acme.example/service/rest/v1/status`),
    ),
    leak('API key header', hex(32), (key) =>
      fenced('sh', `curl --header 'X-API-Key: ${key}' https://api.acme.example/v1/reports`),
    ),
    leak('RSA key', keyLines('MIIEpAIBAAKCAQEA', 25), (key) =>
      fenced('', '-----BEGIN RSA PRIVATE KEY-----', key, '-----END RSA PRIVATE KEY-----'),
    ),
    leak('OpenSSH key', keyLines('b3BlbnNzaC1rZXktdjE', 6, '\n    '), (key) =>
      fenced(
        'yaml',
        'ssh: |',
        '    -----BEGIN OPENSSH PRIVATE KEY-----',
        `    ${key}`,
        '    -----END OPENSSH PRIVATE KEY-----',
      ),
    ),
    leak('PuTTY key', keyLines('', 4), (key) =>
      fenced(
        '',
        'PuTTY-User-Key-File-3: ssh-ed25519',
        'Encryption: none',
        'Comment: deploy',
        'Public-Lines: 2',
        base64(64),
        base64(40),
        'Private-Lines: 4',
        key,
        `Private-MAC: ${hex(64)}`,
      ),
    ),
    leak('PostgreSQL address', word(18), (password) =>
      fenced('sh', `DATABASE_URL=postgresql://shop:${password}@db.acme.internal:5432/shop`),
    ),
    leak('SQL Server connection string', word(9) + '!7k', (password) =>
      fenced('', `Server=tcp:db.acme.example,1433;Initial Catalog=shop;User ID=shop;Password=${password};`),
    ),
    leak('JDBC address', word(12) + '7Qz', (password) =>
      fenced('', `jdbc:mysql://db.acme.example:3306/shop?user=shop&password=${password}`),
    ),
  ];
}

/** The same characters each time that a seed is used. */
function drawing(seed: number): (characters: string, length: number) => string {
  let state = seed;
  const draw = (characters: string): string => {
    state = (state * 48_271) % 2_147_483_647;
    return characters.charAt(state % characters.length);
  };
  return (characters, length) => Array.from({ length }, () => draw(characters)).join('');
}
