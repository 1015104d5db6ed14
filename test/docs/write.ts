import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';
import { referenceText } from './reference.js';

writeFileSync(path.join(projectRoot, 'docs', 'guide', 'reference.md'), `${referenceText()}\n`);
