;; What takes most of the time, in vectors of 128 bits: the kernels of 8-bit networks (models/kernels/integers.go), and what
;; finds features in tables (m3n/table.go, internal/weights/table.go). The plain code there makes the same bits. The
;; module has no memory of its own: it works in that of the program. 'make kernels' assembles it.
(module
  (import "program" "mem" (memory 1))

  ;; products sets C to A·B for rows rows of A, one, or a multiple of four: see packed for how B lies. A row of A
  ;; takes stride bytes.
  (func (export "products")
    (param $c i32) (param $a i32) (param $stride i32) (param $b i32) (param $pairs i32) (param $cols i32) (param $rows i32)
    (local $panel i32) (local $half i32)
    (local.set $panel (i32.const 0))
    (loop $panels
      (if (i32.eq (local.get $rows) (i32.const 1))
        (then
          (call $line (local.get $c) (local.get $a) (local.get $b) (local.get $pairs))
          (call $line (i32.add (local.get $c) (i32.const 128)) (local.get $a) (i32.add (local.get $b) (i32.const 64)) (local.get $pairs)))
        (else
          (local.set $half (i32.const 0))
          (loop $halves ;; of eight columns each
            (call $quads
              (i32.add (local.get $c) (i32.shl (local.get $half) (i32.const 1))) (local.get $a) (local.get $stride)
              (i32.add (local.get $b) (local.get $half)) (local.get $pairs) (i32.shl (local.get $cols) (i32.const 2)) (local.get $rows))
            (br_if $halves (i32.lt_u (local.tee $half (i32.add (local.get $half) (i32.const 16))) (i32.const 128))))))
      (local.set $c (i32.add (local.get $c) (i32.const 256)))
      (local.set $b (i32.add (local.get $b) (i32.shl (local.get $pairs) (i32.const 7))))
      (br_if $panels (i32.lt_u (local.tee $panel (i32.add (local.get $panel) (i32.const 64))) (local.get $cols)))))

  ;; line is 32 columns of a row.
  (func $line (param $c i32) (param $a i32) (param $b i32) (param $pairs i32)
    (local $x v128)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local $s4 v128) (local $s5 v128) (local $s6 v128) (local $s7 v128)
    (block $end
      (loop $next
        (br_if $end (i32.eqz (local.get $pairs)))
        (local.set $x (v128.load32_splat (local.get $a)))
        (local.set $s0 (i32x4.add (local.get $s0) (i32x4.dot_i16x8_s (local.get $x) (v128.load8x8_s offset=0 (local.get $b)))))
        (local.set $s1 (i32x4.add (local.get $s1) (i32x4.dot_i16x8_s (local.get $x) (v128.load8x8_s offset=8 (local.get $b)))))
        (local.set $s2 (i32x4.add (local.get $s2) (i32x4.dot_i16x8_s (local.get $x) (v128.load8x8_s offset=16 (local.get $b)))))
        (local.set $s3 (i32x4.add (local.get $s3) (i32x4.dot_i16x8_s (local.get $x) (v128.load8x8_s offset=24 (local.get $b)))))
        (local.set $s4 (i32x4.add (local.get $s4) (i32x4.dot_i16x8_s (local.get $x) (v128.load8x8_s offset=32 (local.get $b)))))
        (local.set $s5 (i32x4.add (local.get $s5) (i32x4.dot_i16x8_s (local.get $x) (v128.load8x8_s offset=40 (local.get $b)))))
        (local.set $s6 (i32x4.add (local.get $s6) (i32x4.dot_i16x8_s (local.get $x) (v128.load8x8_s offset=48 (local.get $b)))))
        (local.set $s7 (i32x4.add (local.get $s7) (i32x4.dot_i16x8_s (local.get $x) (v128.load8x8_s offset=56 (local.get $b)))))
        (local.set $a (i32.add (local.get $a) (i32.const 4)))
        (local.set $b (i32.add (local.get $b) (i32.const 128)))
        (local.set $pairs (i32.sub (local.get $pairs) (i32.const 1)))
        (br $next)))
    (v128.store offset=0 (local.get $c) (local.get $s0))
    (v128.store offset=16 (local.get $c) (local.get $s1))
    (v128.store offset=32 (local.get $c) (local.get $s2))
    (v128.store offset=48 (local.get $c) (local.get $s3))
    (v128.store offset=64 (local.get $c) (local.get $s4))
    (v128.store offset=80 (local.get $c) (local.get $s5))
    (v128.store offset=96 (local.get $c) (local.get $s6))
    (v128.store offset=112 (local.get $c) (local.get $s7)))

  ;; quads is eight columns of all rows, four at a time. Rows of C are width bytes apart.
  (func $quads (param $c i32) (param $a i32) (param $stride i32) (param $b i32) (param $pairs i32) (param $width i32) (param $rows i32)
    (local $a1 i32) (local $a2 i32) (local $a3 i32) (local $w i32) (local $left i32)
    (local $v0 v128) (local $v1 v128) (local $x v128)
    (local $s00 v128) (local $s01 v128) (local $s10 v128) (local $s11 v128)
    (local $s20 v128) (local $s21 v128) (local $s30 v128) (local $s31 v128)
    (loop $fours
      (local.set $s00 (v128.const i64x2 0 0)) (local.set $s01 (v128.const i64x2 0 0))
      (local.set $s10 (v128.const i64x2 0 0)) (local.set $s11 (v128.const i64x2 0 0))
      (local.set $s20 (v128.const i64x2 0 0)) (local.set $s21 (v128.const i64x2 0 0))
      (local.set $s30 (v128.const i64x2 0 0)) (local.set $s31 (v128.const i64x2 0 0))
      (local.set $a1 (i32.add (local.get $a) (local.get $stride)))
      (local.set $a2 (i32.add (local.get $a1) (local.get $stride)))
      (local.set $a3 (i32.add (local.get $a2) (local.get $stride)))
      (local.set $w (local.get $b))
      (local.set $left (local.get $pairs))
      (block $end
        (loop $next
          (br_if $end (i32.eqz (local.get $left)))
          (local.set $v0 (v128.load8x8_s (local.get $w)))
          (local.set $v1 (v128.load8x8_s offset=8 (local.get $w)))
          (local.set $x (v128.load32_splat (local.get $a)))
          (local.set $s00 (i32x4.add (local.get $s00) (i32x4.dot_i16x8_s (local.get $x) (local.get $v0))))
          (local.set $s01 (i32x4.add (local.get $s01) (i32x4.dot_i16x8_s (local.get $x) (local.get $v1))))
          (local.set $x (v128.load32_splat (local.get $a1)))
          (local.set $s10 (i32x4.add (local.get $s10) (i32x4.dot_i16x8_s (local.get $x) (local.get $v0))))
          (local.set $s11 (i32x4.add (local.get $s11) (i32x4.dot_i16x8_s (local.get $x) (local.get $v1))))
          (local.set $x (v128.load32_splat (local.get $a2)))
          (local.set $s20 (i32x4.add (local.get $s20) (i32x4.dot_i16x8_s (local.get $x) (local.get $v0))))
          (local.set $s21 (i32x4.add (local.get $s21) (i32x4.dot_i16x8_s (local.get $x) (local.get $v1))))
          (local.set $x (v128.load32_splat (local.get $a3)))
          (local.set $s30 (i32x4.add (local.get $s30) (i32x4.dot_i16x8_s (local.get $x) (local.get $v0))))
          (local.set $s31 (i32x4.add (local.get $s31) (i32x4.dot_i16x8_s (local.get $x) (local.get $v1))))
          (local.set $a (i32.add (local.get $a) (i32.const 4)))
          (local.set $a1 (i32.add (local.get $a1) (i32.const 4)))
          (local.set $a2 (i32.add (local.get $a2) (i32.const 4)))
          (local.set $a3 (i32.add (local.get $a3) (i32.const 4)))
          (local.set $w (i32.add (local.get $w) (i32.const 128)))
          (local.set $left (i32.sub (local.get $left) (i32.const 1)))
          (br $next)))
      (v128.store (local.get $c) (local.get $s00)) (v128.store offset=16 (local.get $c) (local.get $s01))
      (local.set $c (i32.add (local.get $c) (local.get $width)))
      (v128.store (local.get $c) (local.get $s10)) (v128.store offset=16 (local.get $c) (local.get $s11))
      (local.set $c (i32.add (local.get $c) (local.get $width)))
      (v128.store (local.get $c) (local.get $s20)) (v128.store offset=16 (local.get $c) (local.get $s21))
      (local.set $c (i32.add (local.get $c) (local.get $width)))
      (v128.store (local.get $c) (local.get $s30)) (v128.store offset=16 (local.get $c) (local.get $s31))
      (local.set $c (i32.add (local.get $c) (local.get $width)))
      ;; a has gone along one row: to the fourth one after it
      (local.set $a (i32.add (local.get $a) (i32.sub (i32.shl (local.get $stride) (i32.const 2)) (i32.shl (local.get $pairs) (i32.const 2)))))
      (br_if $fours (i32.gt_s (local.tee $rows (i32.sub (local.get $rows) (i32.const 4))) (i32.const 0)))))

  ;; finish is gateInput.finish, for a multiple of eight columns and at most mostFlags flags.
  (func (export "finish")
    (param $cols i32) (param $z i32) (param $sum i32) (param $scale i32) (param $bias i32) (param $flags i32) (param $flagScale i32) (param $at i32) (param $n i32)
    (local $i i32) (local $f i32) (local $p i32) (local $end i32) (local $add v128) (local $z0 v128) (local $z1 v128)
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $n) (i32.const 2))))
    (loop $next
      (local.set $z0 (f32x4.add (f32x4.mul (f32x4.convert_i32x4_s (v128.load (local.get $sum))) (v128.load (local.get $scale))) (v128.load (local.get $bias))))
      (local.set $z1 (f32x4.add (f32x4.mul (f32x4.convert_i32x4_s (v128.load offset=16 (local.get $sum))) (v128.load offset=16 (local.get $scale))) (v128.load offset=16 (local.get $bias))))
      (if (local.get $n)
        (then
          (local.set $add (v128.const i64x2 0 0))
          (local.set $f (local.get $at))
          (loop $flag
            (local.set $p (i32.add (i32.add (local.get $flags) (local.get $i)) (i32.mul (i32.load (local.get $f)) (local.get $cols))))
            (local.set $add (i16x8.add (local.get $add) (v128.load8x8_s (local.get $p))))
            (br_if $flag (i32.lt_u (local.tee $f (i32.add (local.get $f) (i32.const 4))) (local.get $end))))
          (local.set $z0 (f32x4.add (local.get $z0) (f32x4.mul (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $add))) (v128.load (local.get $flagScale)))))
          (local.set $z1 (f32x4.add (local.get $z1) (f32x4.mul (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $add))) (v128.load offset=16 (local.get $flagScale)))))
          (local.set $flagScale (i32.add (local.get $flagScale) (i32.const 32)))))
      (v128.store (local.get $z) (local.get $z0))
      (v128.store offset=16 (local.get $z) (local.get $z1))
      (local.set $z (i32.add (local.get $z) (i32.const 32)))
      (local.set $sum (i32.add (local.get $sum) (i32.const 32)))
      (local.set $scale (i32.add (local.get $scale) (i32.const 32)))
      (local.set $bias (i32.add (local.get $bias) (i32.const 32)))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 8))) (local.get $cols)))))

  ;; negative is 2 to the x·by, for x up to limit: see pow2 for its numbers.
  (func $negative (param $x v128) (param $limit v128) (param $by v128) (result v128)
    (local $t v128) (local $f v128) (local $p v128)
    (local.set $x (f32x4.mul (f32x4.min (f32x4.max (local.get $x) (f32x4.neg (local.get $limit))) (local.get $limit)) (local.get $by)))
    (local.set $t (f32x4.add (local.get $x) (v128.const f32x4 12582912 12582912 12582912 12582912)))
    (local.set $f (f32x4.sub (local.get $x) (f32x4.sub (local.get $t) (v128.const f32x4 12582912 12582912 12582912 12582912))))
    (local.set $p (f32x4.add (f32x4.mul (local.get $f) (v128.const f32x4 0.000154035303933816 0.000154035303933816 0.000154035303933816 0.000154035303933816)) (v128.const f32x4 0.001333355814642844 0.001333355814642844 0.001333355814642844 0.001333355814642844)))
    (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $f)) (v128.const f32x4 0.009618129107628477 0.009618129107628477 0.009618129107628477 0.009618129107628477)))
    (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $f)) (v128.const f32x4 0.055504108664821580 0.055504108664821580 0.055504108664821580 0.055504108664821580)))
    (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $f)) (v128.const f32x4 0.240226506959100712 0.240226506959100712 0.240226506959100712 0.240226506959100712)))
    (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $f)) (v128.const f32x4 0.693147180559945309 0.693147180559945309 0.693147180559945309 0.693147180559945309)))
    (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $f)) (v128.const f32x4 1 1 1 1)))
    (f32x4.mul (local.get $p) (i32x4.add (i32x4.shl (local.get $t) (i32.const 23)) (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))))

  ;; gate is negative of what comes into a gate of four units.
  (func $gate (param $z i32) (param $sum i32) (param $scale i32) (param $limit v128) (param $by v128) (result v128)
    (call $negative
      (f32x4.add (v128.load (local.get $z)) (f32x4.mul (f32x4.convert_i32x4_s (v128.load (local.get $sum))) (v128.load (local.get $scale))))
      (local.get $limit) (local.get $by)))

  ;; cells is a step of units, of a multiple of four.
  (func (export "cells")
    (param $h i32) (param $z i32) (param $sum i32) (param $scale i32) (param $cell i32) (param $out i32) (param $unit f32)
    (local $i i32) (local $g i32) (local $in v128) (local $forget v128) (local $fresh v128) (local $open v128) (local $v v128) (local $y v128) (local $one v128)
    (local $thirty v128) (local $by v128) (local $fifteen v128) (local $by2 v128)
    (local.set $one (v128.const f32x4 1 1 1 1))
    (local.set $thirty (v128.const f32x4 30 30 30 30))
    (local.set $fifteen (v128.const f32x4 15 15 15 15))
    (local.set $by (v128.const f32x4 -1.44269504088896341 -1.44269504088896341 -1.44269504088896341 -1.44269504088896341))
    (local.set $by2 (v128.const f32x4 -2.88539008177792682 -2.88539008177792682 -2.88539008177792682 -2.88539008177792682))
    (local.set $g (i32.shl (local.get $h) (i32.const 2))) ;; bytes of a gate
    (loop $next
      (local.set $in (call $gate (local.get $z) (local.get $sum) (local.get $scale) (local.get $thirty) (local.get $by)))
      (local.set $forget (call $gate (i32.add (local.get $z) (local.get $g)) (i32.add (local.get $sum) (local.get $g)) (i32.add (local.get $scale) (local.get $g)) (local.get $thirty) (local.get $by)))
      (local.set $fresh (call $gate
        (i32.add (local.get $z) (i32.shl (local.get $g) (i32.const 1))) (i32.add (local.get $sum) (i32.shl (local.get $g) (i32.const 1))) (i32.add (local.get $scale) (i32.shl (local.get $g) (i32.const 1)))
        (local.get $fifteen) (local.get $by2)))
      (local.set $open (call $gate
        (i32.add (local.get $z) (i32.mul (local.get $g) (i32.const 3))) (i32.add (local.get $sum) (i32.mul (local.get $g) (i32.const 3))) (i32.add (local.get $scale) (i32.mul (local.get $g) (i32.const 3)))
        (local.get $thirty) (local.get $by)))
      (local.set $v (f32x4.add
        (f32x4.div (f32x4.sub (local.get $one) (local.get $fresh)) (f32x4.mul (f32x4.add (local.get $one) (local.get $in)) (f32x4.add (local.get $one) (local.get $fresh))))
        (f32x4.div (v128.load (local.get $cell)) (f32x4.add (local.get $one) (local.get $forget)))))
      (v128.store (local.get $cell) (local.get $v))
      (local.set $y (call $negative (local.get $v) (local.get $fifteen) (local.get $by2)))
      (local.set $v (f32x4.mul
        (f32x4.div (f32x4.sub (local.get $one) (local.get $y)) (f32x4.mul (f32x4.add (local.get $one) (local.get $open)) (f32x4.add (local.get $one) (local.get $y))))
        (f32x4.splat (local.get $unit))))
      ;; rounded as round32 does; what is out is within 16 bits
      (local.set $v (i32x4.sub (f32x4.add (local.get $v) (v128.const f32x4 12582912 12582912 12582912 12582912)) (v128.const i32x4 0x4b400000 0x4b400000 0x4b400000 0x4b400000)))
      (v128.store64_lane 0 (local.get $out) (i16x8.narrow_i32x4_s (local.get $v) (local.get $v)))
      (local.set $z (i32.add (local.get $z) (i32.const 16)))
      (local.set $sum (i32.add (local.get $sum) (i32.const 16)))
      (local.set $scale (i32.add (local.get $scale) (i32.const 16)))
      (local.set $cell (i32.add (local.get $cell) (i32.const 16)))
      (local.set $out (i32.add (local.get $out) (i32.const 8)))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 4))) (local.get $h)))))

  ;; places is m3n.placeAll: of keys whose buckets start at first it writes the rows and ops of those that are found.
  (func (export "places")
    (param $starts i32) (param $shift i32) (param $rows i32) (param $width i32) (param $keys i32) (param $of i32) (param $n i32) (param $first i32) (param $ops i32)
    (result i32)
    (local $i i32) (local $key i64) (local $lo i32) (local $many i32) (local $at i32) (local $e i32) (local $mask i32) (local $stride i32) (local $found i32)
    (local $print v128)
    (local.set $stride (i32.add (local.get $width) (i32.const 3)))
    (block $end
      (loop $next
        (br_if $end (i32.ge_u (local.get $i) (local.get $n)))
        (local.set $key (i64.load (i32.add (local.get $keys) (i32.shl (local.get $i) (i32.const 3)))))
        (local.set $lo (i32.load (i32.add (local.get $first) (i32.shl (local.get $i) (i32.const 2)))))
        (local.set $many (i32.sub
          (i32.load offset=4 (i32.add (local.get $starts) (i32.shl (i32.wrap_i64 (i64.shr_u (local.get $key) (i64.extend_i32_u (local.get $shift)))) (i32.const 2))))
          (local.get $lo)))
        (local.set $print (i32x4.splat (i32.and (i32.wrap_i64 (local.get $key)) (i32.const 0xffffff))))
        (local.set $at (i32.add (local.get $rows) (i32.mul (local.get $lo) (local.get $stride))))
        (local.set $e (i32.const 0))
        (block $missing
          (loop $eight
            (br_if $missing (i32.ge_u (local.get $e) (local.get $many)))
            (local.set $mask (i32.or
              (i32x4.bitmask (i32x4.eq (local.get $print) (i8x16.swizzle (v128.load (local.get $at)) (v128.const i8x16 0 1 2 255 3 4 5 255 6 7 8 255 9 10 11 255))))
              (i32.shl (i32x4.bitmask (i32x4.eq (local.get $print) (i8x16.swizzle (v128.load offset=12 (local.get $at)) (v128.const i8x16 0 1 2 255 3 4 5 255 6 7 8 255 9 10 11 255)))) (i32.const 4))))
            (if (local.get $mask)
              (then
                (local.set $e (i32.add (local.get $e) (i32.ctz (local.get $mask))))
                (br_if $missing (i32.ge_u (local.get $e) (local.get $many)))
                (i32.store (i32.add (local.get $first) (i32.shl (local.get $found) (i32.const 2)))
                  (if (result i32) (local.get $width)
                    (then (i32.add (i32.add (i32.mul (local.get $lo) (local.get $stride)) (i32.mul (local.get $many) (i32.const 3))) (i32.mul (local.get $e) (local.get $width))))
                    (else (i32.add (local.get $lo) (local.get $e)))))
                (i32.store16 (i32.add (local.get $ops) (i32.shl (local.get $found) (i32.const 1))) (i32.load16_u (i32.add (local.get $of) (i32.shl (local.get $i) (i32.const 1)))))
                (local.set $found (i32.add (local.get $found) (i32.const 1)))
                (br $missing)))
            (local.set $at (i32.add (local.get $at) (i32.const 24)))
            (local.set $e (i32.add (local.get $e) (i32.const 8)))
            (br $eight)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (local.get $found))

  ;; sum is weights.Table.Sum: of n keys, in their order.
  (func (export "sum") (param $starts i32) (param $lower i32) (param $codes i32) (param $book i32) (param $keys i32) (param $n i32) (result f64)
    (local $total f64) (local $end i32) (local $key i32) (local $at i32) (local $lo i32) (local $hi i32)
    (local.set $end (i32.add (local.get $keys) (i32.shl (local.get $n) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $keys) (local.get $end)))
        (local.set $key (i32.load (local.get $keys)))
        (local.set $keys (i32.add (local.get $keys) (i32.const 4)))
        (local.set $at (i32.add (local.get $starts) (i32.shl (i32.shr_u (local.get $key) (i32.const 16)) (i32.const 2))))
        (local.set $lo (i32.load (local.get $at)))
        (local.set $hi (i32.load offset=4 (local.get $at)))
        (local.set $key (i32.and (local.get $key) (i32.const 0xffff)))
        (loop $scan
          (if (i32.lt_u (local.get $lo) (local.get $hi))
            (then
              (if (i32.eq (i32.load16_u (i32.add (local.get $lower) (i32.shl (local.get $lo) (i32.const 1)))) (local.get $key))
                (then
                  (local.set $total (f64.add (local.get $total) (f64.promote_f32 (f32.load (i32.add (local.get $book) (i32.shl (i32.load8_u (i32.add (local.get $codes) (local.get $lo))) (i32.const 2)))))))
                  (br $next)))
              (local.set $lo (i32.add (local.get $lo) (i32.const 1)))
              (br $scan))))
        (br $next)))
    (local.get $total)))
