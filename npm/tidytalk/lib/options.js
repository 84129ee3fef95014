// The options that requests take. Made by go test ./serve/service -run TestNodeOptions -update.
'use strict';

exports.TAKEN = {
  '/v1/clean': new Set(
    'apostrophes beam case confidence cue-lines dictation encoding fillers from keep keep-empty language level line-chars look-ahead loops map margin mode name number-style numbers paragraph-words paragraphs punct reading-speed reflow remove respell revisions rounds segment speakers style to vocabulary weight without'.split(' ')
  ),
  '/v1/label': new Set(
    'apostrophes beam case confidence encoding fillers from keep language level look-ahead loops map margin mode name number-style numbers punct remove rounds segment speakers to vocabulary weight without'.split(' ')
  ),
  '/v1/trace': new Set(
    'beam margin mode rounds to want weight without'.split(' ')
  ),
  '/v1/cut': new Set(
    'beam channels confidence duration encoding fillers frame-rate from keep language level map margin markers mode name pause picture recording remove rounds sample-rate segment silences speakers style to vocabulary weight without'.split(' ')
  ),
  '/v1/stream': new Set(
    'apostrophes beam case confidence dictation fillers flush-after frames from keep language latency level look-ahead loops margin mode number-style numbers punct remove respell rounds style to vocabulary weight without'.split(' ')
  ),
};
