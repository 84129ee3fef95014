// The page of tidytalk serve.
import './studio.css';

document.body.textContent = 'tidytalk';
