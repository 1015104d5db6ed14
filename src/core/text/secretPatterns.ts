// The patterns of secretlint (https://github.com/secretlint/secretlint), copyright (c) 2020 azu, MIT License,
// and the beginnings that other makers gave to their secrets. Each starts where a word does, and reads it once.

/** The prefixes by which issuers make their secrets recognizable. */
export const secretPatterns: readonly RegExp[] = [
  /(?<!\w)gh[oprsu]_[A-Za-z0-9]{36,255}/g,
  /(?<!\w)github_pat_\w{60,255}/g,
  /(?<![\w-])glpat-[\w-]{20,128}/g,
  /(?<![\w-])(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{20,255}/g,
  /(?<!\w)[rs]k_live_[A-Za-z0-9]{20,255}/g,
  /(?<!\w)(?:A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA)[A-Z0-9]{16}(?!\w)/g,
  /(?<![\w-])AIza[\w-]{35}/g,
  /(?<!\w)npm_[A-Za-z0-9]{36,64}/g,
  /(?<![\w-])pypi-[\w-]{80,255}/g,
  /(?<![\w.])SG\.[\w-]{16,128}\.[\w-]{16,128}/g,
  /(?<!\w)hf_[A-Za-z0-9]{34,64}/g,
  /(?<!\w)gsk_[A-Za-z0-9]{52}(?!\w)/g,
  /(?<![\w-])sk-(?:ant|proj|svcacct|admin)-[\w-]{32,255}/g,
  /(?<!\w)sk-[A-Za-z0-9]+T3BlbkFJ/g,
  /(?<!\w)dop_v1_[a-f0-9]{64}/g,
  /(?<!\w)ATATT3[\w=-]{60,255}/g,
  /(?<!\w)shp(?:at|ca|pa|ss)_[A-Za-z0-9]{32,64}/g,
  /(?<!\w)lin_api_\w{32,128}/g,
  /(?<!\w)ntn_[0-9]{11}[A-Za-z0-9]{35}/g,
  /(?<!\w)gl(?:c_[A-Za-z0-9+/]{32,400}|sa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8})/g,
  /(?<!\w)ops_ey[A-Za-z0-9+/=]{100,1280}/g,
  /(?<!\w)hv[bsr]\.[\w-]{90,300}/g,
  /(?<!\w)vc[piark]_[A-Za-z0-9]{24,60}(?!\w)/g,
  /(?<!\w)dapi[a-f0-9]{32}(?!\w)/g,
  /(?<![\w-])dckr_pat_[\w-]{27}/g,
  /(?<![\w-])figd_[\w-]{40,200}/g,
  /(?<!\w)cf(?:k|ut|at)_[A-Za-z0-9]{40}[0-9a-f]{8}(?!\w)/g,
  /(?<!\w)tskey-[a-z]+-\w+-\w{16}/g,
  /(?<!\w)https:\/\/hooks\.slack\.com\/services\/T\w{6,40}\/B\w{6,40}\/\w{16,40}/g,
];

/** The first two parts of a JSON Web Token begin with “{”, which is “eyJ” in Base64. */
export const jwtPattern = /(?<![\w-])eyJ[\w-]{10,4000}\.eyJ[\w-]{10,8000}\.[\w-]{16,2000}/g;

/** The key itself is read separately, since it may span lines or be a quoted string in a program. */
export const privateKeyPattern = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
